import { useState } from 'preact/hooks';
import { useRoute } from 'preact-iso';
import { useAnswer } from '../../../data/query';
import { instantText } from '../../../i18n/dates';
import { texts } from '../../../i18n/texts';
import { Facts } from '../../../parts/controls';
import { Shown } from '../../../parts/states';
import { Page } from '../../../shell/page';
import { WebhookActs } from './acts';
import { Deliveries } from './deliveries';
import { WebhookSecret } from './secret';
import { WebhookState, type Webhook } from './state';
import './webhooks.css';

const t = texts({
  en: {
    title: 'Webhook', state: 'State', events: 'Events', description: 'Description', version: 'API version', failures: 'Failures in a row', made: 'Created', secret: 'New secret',
    'delivery-exhausted': 'Switched off on {at} because a delivery failed seven times. What has happened since is kept as missed: repair the receiver, enable the webhook, then recover what was missed.',
    user: 'Switched off on {at} by a person. What has happened since is kept as missed and can be recovered.',
    'address-private': 'Switched off on {at} because its address leads to a private network. Change the address, then enable it.',
  },
  fr: {
    title: 'Webhook', state: 'État', events: 'Événements', description: 'Description', version: 'Version de l’API', failures: 'Échecs de suite', made: 'Créé', secret: 'Nouveau secret',
    'delivery-exhausted': 'Désactivé le {at} parce qu’une livraison a échoué sept fois. Ce qui s’est passé depuis est gardé comme manqué : réparez le récepteur, activez le webhook, puis récupérez ce qui a été manqué.',
    user: 'Désactivé le {at} par une personne. Ce qui s’est passé depuis est gardé comme manqué et peut être récupéré.',
    'address-private': 'Désactivé le {at} parce que son adresse mène à un réseau privé. Changez l’adresse, puis activez-le.',
  },
  de: {
    title: 'Webhook', state: 'Zustand', events: 'Ereignisse', description: 'Beschreibung', version: 'API-Version', failures: 'Fehlschläge in Folge', made: 'Angelegt', secret: 'Neues Geheimnis',
    'delivery-exhausted': 'Ausgeschaltet am {at}, weil eine Zustellung siebenmal fehlschlug. Was seitdem geschah, ist als verpasst vermerkt: Bringen Sie den Empfänger in Ordnung, schalten Sie den Webhook ein und holen Sie das Verpasste nach.',
    user: 'Am {at} von einer Person ausgeschaltet. Was seitdem geschah, ist als verpasst vermerkt und kann nachgeholt werden.',
    'address-private': 'Ausgeschaltet am {at}, weil die Adresse in ein privates Netz führt. Ändern Sie die Adresse und schalten Sie ihn ein.',
  },
});

export default function WebhookRecord() {
  const id = useRoute().params['id'] ?? '';
  const read = useAnswer('readWebhook', { path: { id } });
  const [secret, setSecret] = useState<string | null>(null);
  const webhook = read.data;
  return (
    <Page title={webhook?.description || webhook?.url || t('title')} acts={webhook && <WebhookActs webhook={webhook} shown={setSecret} />}>
      <Shown read={read}>{(one) => <About webhook={one} />}</Shown>
      {webhook && <Deliveries webhook={webhook} />}
      {secret && <WebhookSecret title={t('secret')} secret={secret} close={() => setSecret(null)} />}
    </Page>
  );
}

function About({ webhook }: { webhook: Webhook }) {
  return (
    <>
      {!webhook.enabled && <p class="notice">{t(webhook.disabledReason ?? 'user', { at: instantText(webhook.disabledAt) })}</p>}
      <Facts
        rows={[
          ['URL', <code>{webhook.url}</code>],
          [t('state'), <WebhookState webhook={webhook} />],
          [t('events'), webhook.events.map((one) => <code key={one}>{one} </code>)],
          [t('failures'), webhook.consecutiveFailures ? String(webhook.consecutiveFailures) : ''],
          [t('version'), webhook.apiVersion],
          [t('made'), instantText(webhook.createdAt)],
        ]}
      />
    </>
  );
}
