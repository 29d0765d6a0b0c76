import { useState } from 'preact/hooks';
import { useAddress } from '../../../data/address';
import { call, type OperationId } from '../../../data/call';
import { may } from '../../../data/company';
import { placed } from '../../../data/place';
import { asProblem } from '../../../data/problem';
import { changed } from '../../../data/query';
import { sentence } from '../../../i18n/names';
import { texts } from '../../../i18n/texts';
import { Button } from '../../../parts/controls';
import { confirm, Dialog } from '../../../parts/dialog';
import { ActForm } from '../../../parts/form/act-form';
import { useForm } from '../../../parts/form/form';
import { notify } from '../../../parts/notices';
import { WebhookForm } from './form';
import type { Webhook } from './state';

const t = texts({
  en: {
    ping: 'Ping', pinged: 'The receiver answered {status} after {ms} ms.', pingFailed: 'The ping failed: {why}.', edit: 'Change', save: 'Save', saved: 'The webhook is saved.', enable: 'Enable', disable: 'Switch off', enabled: 'The webhook is enabled.', disabled: 'The webhook is switched off.',
    rotate: 'New secret', overlap: 'Both secrets are used for', now: 'no time: the old one ends at once', hour: 'one hour', day: 'one day', week: 'seven days', running: 'Attempts that are under way may still carry the old signature.',
    recover: 'Recover', since: 'Send again all that was missed or given up since', recovered: { one: '{n} delivery is sent again.', other: '{n} deliveries are sent again.' }, remove: 'Delete', removeIs: 'Nothing is sent to {url} any more. The list of its deliveries goes too.', removeAct: 'Delete the webhook', removed: 'The webhook is deleted.',
  },
  fr: {
    ping: 'Ping', pinged: 'Le récepteur a répondu {status} après {ms} ms.', pingFailed: 'Le ping a échoué : {why}.', edit: 'Modifier', save: 'Enregistrer', saved: 'Le webhook est enregistré.', enable: 'Activer', disable: 'Désactiver', enabled: 'Le webhook est activé.', disabled: 'Le webhook est désactivé.',
    rotate: 'Nouveau secret', overlap: 'Les deux secrets servent pendant', now: 'aucun délai : l’ancien finit tout de suite', hour: 'une heure', day: 'un jour', week: 'sept jours', running: 'Des tentatives en cours peuvent encore porter l’ancienne signature.',
    recover: 'Récupérer', since: 'Renvoyer tout ce qui a été manqué ou abandonné depuis', recovered: { one: '{n} livraison est renvoyée.', other: '{n} livraisons sont renvoyées.' }, remove: 'Supprimer', removeIs: 'Plus rien n’est envoyé à {url}. La liste de ses livraisons disparaît aussi.', removeAct: 'Supprimer le webhook', removed: 'Le webhook est supprimé.',
  },
  de: {
    ping: 'Ping', pinged: 'Der Empfänger antwortete {status} nach {ms} ms.', pingFailed: 'Der Ping ist fehlgeschlagen: {why}.', edit: 'Ändern', save: 'Speichern', saved: 'Der Webhook ist gespeichert.', enable: 'Einschalten', disable: 'Ausschalten', enabled: 'Der Webhook ist eingeschaltet.', disabled: 'Der Webhook ist ausgeschaltet.',
    rotate: 'Neues Geheimnis', overlap: 'Beide Geheimnisse gelten', now: 'gar nicht: das alte endet sofort', hour: 'eine Stunde', day: 'einen Tag', week: 'sieben Tage', running: 'Laufende Versuche können noch die alte Signatur tragen.',
    recover: 'Nachholen', since: 'Alles erneut senden, was verpasst oder aufgegeben wurde seit', recovered: { one: '{n} Zustellung wird erneut gesendet.', other: '{n} Zustellungen werden erneut gesendet.' }, remove: 'Löschen', removeIs: 'An {url} wird nichts mehr gesendet. Auch die Liste der Zustellungen verschwindet.', removeAct: 'Webhook löschen', removed: 'Der Webhook ist gelöscht.',
  },
});

const read: OperationId[] = ['readWebhook', 'listWebhooks', 'listWebhookDeliveries'];
type Act = 'edit' | 'rotate' | 'recover';

/** What can be done with a webhook. `shown` gets a new secret, to be shown once. */
export function WebhookActs({ webhook, shown }: { webhook: Webhook; shown: (secret: string) => void }) {
  const address = useAddress();
  const [act, setAct] = useState<Act | null>(null);
  const path = { id: webhook.id };
  const tell = async (run: () => Promise<string>) => {
    try {
      notify(await run());
    } catch (error) {
      notify(sentence(asProblem(error)), { failed: true });
    }
    void changed(...read);
  };
  const ping = () =>
    tell(async () => {
      const result = await call('testWebhook', { path });
      return result.success ? t('pinged', { status: result.httpStatus ?? '', ms: result.durationMs }) : t('pingFailed', { why: [result.error, result.httpStatus].filter(Boolean).join(' ') });
    });
  const enable = (enabled: boolean) =>
    tell(async () => {
      await call('updateWebhook', { path, body: { enabled }, version: webhook.version });
      return t(enabled ? 'enabled' : 'disabled');
    });
  const remove = async () => {
    if (await confirm(t('removeIs', { url: webhook.url }), t('removeAct'))) {
      await tell(async () => {
        await call('deleteWebhook', { path });
        address.go(placed('/developers/webhooks'), true);
        return t('removed');
      });
    }
  };
  if (!may('updateWebhook')) {
    return null;
  }
  const close = () => setAct(null);
  return (
    <>
      <Button onClick={ping}>{t('ping')}</Button>
      <Button onClick={() => setAct('recover')} disabled={!webhook.enabled}>
        {t('recover')}
      </Button>
      <Button onClick={() => setAct('edit')}>{t('edit')}</Button>
      <Button onClick={() => setAct('rotate')}>{t('rotate')}</Button>
      <Button kind={webhook.enabled ? 'plain' : 'primary'} onClick={() => enable(!webhook.enabled)}>
        {t(webhook.enabled ? 'disable' : 'enable')}
      </Button>
      <Button kind="danger" onClick={remove}>
        {t('remove')}
      </Button>
      {act === 'edit' && <Edit webhook={webhook} close={close} />}
      {act === 'recover' && <Recover id={webhook.id} close={close} />}
      {act === 'rotate' && (
        <Rotate
          id={webhook.id}
          close={close}
          done={(secret) => {
            close();
            shown(secret);
          }}
        />
      )}
    </>
  );
}

function Edit({ webhook, close }: { webhook: Webhook; close: () => void }) {
  const form = useForm({ url: webhook.url, description: webhook.description ?? '', events: webhook.events });
  const done = () => {
    notify(t('saved'));
    void changed(...read);
    close();
  };
  return (
    <Dialog title={t('edit')} close={close} wide>
      <WebhookForm operation="updateWebhook" path={{ id: webhook.id }} version={webhook.version} form={form} label={t('save')} done={done} />
    </Dialog>
  );
}

const Overlaps = { now: 0, hour: 3600, day: 86_400, week: 604_800 };

function Rotate({ id, close, done }: { id: string; close: () => void; done: (secret: string) => void }) {
  const form = useForm({ overlapSeconds: Overlaps.day });
  return (
    <Dialog title={t('rotate')} close={close}>
      <ActForm operation="rotateWebhookSecret" path={{ id }} form={form} only={[]} label={t('rotate')} danger done={(answer) => done(answer.secret)}>
        <label class="field">
          {t('overlap')}
          <select value={String(form.value('overlapSeconds'))} onChange={(event) => form.set('overlapSeconds', Number(event.currentTarget.value))}>
            {(Object.keys(Overlaps) as (keyof typeof Overlaps)[]).map((one) => (
              <option key={one} value={Overlaps[one]}>
                {t(one)}
              </option>
            ))}
          </select>
        </label>
        <p class="help">{t('running')}</p>
      </ActForm>
    </Dialog>
  );
}

/** The text of a field for date and time: local, without a zone. */
function localText(instant: Date): string {
  return new Date(instant.getTime() - instant.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

const Day = 86_400_000;

function Recover({ id, close }: { id: string; close: () => void }) {
  const form = useForm({ since: new Date(Date.now() - Day).toISOString() });
  return (
    <Dialog title={t('recover')} close={close}>
      <ActForm
        operation="recoverWebhook"
        path={{ id }}
        form={form}
        only={[]}
        label={t('recover')}
        done={({ replayed }) => {
          notify(t('recovered', { n: replayed }));
          void changed(...read);
          close();
        }}
      >
        <label class="field">
          {t('since')}
          <input
            type="datetime-local"
            value={localText(new Date(String(form.value('since'))))}
            onInput={(event) => event.currentTarget.value && form.set('since', new Date(event.currentTarget.value).toISOString())}
          />
        </label>
      </ActForm>
    </Dialog>
  );
}
