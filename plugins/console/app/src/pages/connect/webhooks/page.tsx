import { useState } from 'preact/hooks';
import { useAddress } from '../../../data/address';
import { may } from '../../../data/company';
import { placed } from '../../../data/place';
import { changed } from '../../../data/query';
import { texts } from '../../../i18n/texts';
import { Button } from '../../../parts/controls';
import { useForm } from '../../../parts/form/form';
import { mayLeave } from '../../../parts/dialog';
import { List } from '../../../parts/list/list';
import { Page } from '../../../shell/page';
import { WebhookForm } from './form';
import { WebhookSecret } from './secret';
import { WebhookState } from './state';

const t = texts({
  en: { title: 'Webhooks', create: 'New webhook', save: 'Create the webhook', back: 'Back', about: 'A webhook sends what happens here to a program of yours, as soon as it happens.', made: 'Secret of the new webhook', state: 'State', status: 'Last status', last: 'Last delivery', url: 'Address', events: 'Events', description: 'Description' },
  fr: { title: 'Webhooks', create: 'Nouveau webhook', save: 'Créer le webhook', back: 'Retour', about: 'Un webhook envoie à un de vos programmes ce qui se passe ici, dès que cela se passe.', made: 'Secret du nouveau webhook', state: 'État', status: 'Dernier statut', last: 'Dernière livraison', url: 'Adresse', events: 'Événements', description: 'Description' },
  de: { title: 'Webhooks', create: 'Neuer Webhook', save: 'Webhook anlegen', back: 'Zurück', about: 'Ein Webhook meldet einem Ihrer Programme, was hier geschieht, sobald es geschieht.', made: 'Geheimnis des neuen Webhooks', state: 'Zustand', status: 'Letzter Status', last: 'Letzte Zustellung', url: 'Adresse', events: 'Ereignisse', description: 'Beschreibung' },
});

export default function Webhooks() {
  const address = useAddress();
  if (address.query['create'] && may('createWebhook')) {
    return <NewWebhook />;
  }
  const create = may('createWebhook') && (
    <Button kind="primary" onClick={() => address.set({ create: '1' })}>
      {t('create')}
    </Button>
  );
  return (
    <Page title={t('title')} acts={create}>
      <List
        operation="listWebhooks"
        title={t('title')}
        columns={[
          { field: 'url', label: t('url'), width: 280 },
          { field: 'description', label: t('description'), width: 140 },
          { field: 'enabled', label: t('state'), width: 150, show: (one) => <WebhookState webhook={one} />, text: (one) => (one.enabled ? 'enabled' : String(one.disabledReason)) },
          { field: 'events', label: t('events'), width: 180 },
          { field: 'lastStatus', label: t('status'), width: 90, text: (one) => String(one.lastStatus ?? '') },
          { field: 'lastDeliveryAt', label: t('last') },
        ]}
        route={(one) => `/developers/webhooks/${one.id}`}
        about={t('about')}
        act={create}
        curl={{ method: 'POST', route: '/webhooks', body: { url: 'https://shop.example/svc', events: ['invoice.*'] } }}
      />
    </Page>
  );
}

function NewWebhook() {
  const address = useAddress();
  const form = useForm({ events: [] });
  const [made, setMade] = useState<{ id: string; secret: string } | null>(null);
  const leave = async () => {
    if (await mayLeave()) {
      address.set({ create: undefined });
    }
  };
  return (
    <Page title={t('create')} acts={<Button onClick={leave}>{t('back')}</Button>}>
      <WebhookForm
        operation="createWebhook"
        form={form}
        label={t('save')}
        done={(webhook) => {
          void changed('listWebhooks');
          setMade({ id: webhook.id, secret: webhook.secret ?? '' });
        }}
      />
      {made && (
        <WebhookSecret
          title={t('made')}
          secret={made.secret}
          close={() => {
            setMade(null);
            address.go(placed(`/developers/webhooks/${made.id}`), true);
          }}
        />
      )}
    </Page>
  );
}
