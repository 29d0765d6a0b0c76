import { useState } from 'preact/hooks';
import { useAddress } from '../../../data/address';
import { bodySchema } from '../../../data/contract';
import { placed } from '../../../data/place';
import { changed, useAnswer } from '../../../data/query';
import { texts } from '../../../i18n/texts';
import { Button } from '../../../parts/controls';
import { ActForm } from '../../../parts/form/act-form';
import { useForm } from '../../../parts/form/form';
import { mayLeave } from '../../../parts/dialog';
import type { Form } from '../../../parts/form/draft';
import { Field } from '../../../parts/form/fields';
import { ScopePicker } from '../../../parts/scopes/picker';
import { Shown } from '../../../parts/states';
import { Page } from '../../../shell/page';
import { KeySecret, type Secret } from './secret';

const t = texts({
  en: {
    title: 'New key', create: 'Create the key', back: 'Back', mode: 'Mode', live: 'Live', liveIs: 'Reads and writes the data of this company. 600 requests a minute.',
    test: 'Test', testIs: 'Reads the real data and writes nothing: a write is refused, or can be tried as a dry run. 60 requests a minute.', ends: 'Expires', never: 'Never', days: { one: 'in {n} day', other: 'in {n} days' },
    scopes: 'What it may do', ips: 'Addresses that may use it (empty: all)', made: 'Key {name}',
  },
  fr: {
    title: 'Nouvelle clé', create: 'Créer la clé', back: 'Retour', mode: 'Mode', live: 'Réel', liveIs: 'Lit et écrit les données de cette entreprise. 600 requêtes par minute.',
    test: 'Test', testIs: 'Lit les données réelles et n’écrit rien : une écriture est refusée, ou peut être essayée à blanc. 60 requêtes par minute.', ends: 'Expire', never: 'Jamais', days: { one: 'dans {n} jour', other: 'dans {n} jours' },
    scopes: 'Ce qu’elle peut faire', ips: 'Adresses qui peuvent l’utiliser (vide : toutes)', made: 'Clé {name}',
  },
  de: {
    title: 'Neuer Schlüssel', create: 'Schlüssel anlegen', back: 'Zurück', mode: 'Modus', live: 'Echt', liveIs: 'Liest und schreibt die Daten dieses Unternehmens. 600 Anfragen je Minute.',
    test: 'Test', testIs: 'Liest die echten Daten und schreibt nichts: Schreiben wird abgelehnt oder als Probelauf ausgeführt. 60 Anfragen je Minute.', ends: 'Läuft ab', never: 'Nie', days: { one: 'in {n} Tag', other: 'in {n} Tagen' },
    scopes: 'Was er darf', ips: 'Adressen, die ihn benutzen dürfen (leer: alle)', made: 'Schlüssel {name}',
  },
});

const Lifetimes = [30, 90, 365];
const Day = 86_400_000;

/** Creates a key and shows it once. */
export function NewKey() {
  const address = useAddress();
  const keys = useAnswer('listApiKeys');
  const form = useForm({ mode: 'live', scopes: [] });
  const [secret, setSecret] = useState<Secret | null>(null);
  const leave = async () => {
    if (await mayLeave()) {
      address.set({ create: undefined });
    }
  };
  return (
    <Page title={t('title')} acts={<Button onClick={leave}>{t('back')}</Button>}>
      <Shown read={keys}>
        {({ scopeDetails }) => (
          <ActForm
            operation="createApiKey"
            form={form}
            only={['name']}
            label={t('create')}
            done={(key) => {
              void changed('listApiKeys');
              setSecret({ id: key.id, name: key.name, key: key.key ?? '', scopes: key.scopes });
            }}
          >
            <ModeChoice form={form} />
            <fieldset>
              <legend>{t('scopes')}</legend>
              <ScopePicker offered={scopeDetails} value={form.value('scopes') as string[]} set={(scopes) => form.set('scopes', scopes)} caller={form.value('mode') === 'test' ? 'test key' : 'key'} />
              <p class="wrong">{form.wrong.value['scopes']}</p>
            </fieldset>
            <Lifetime form={form} />
            <Field form={form} path="allowedIps" schema={bodySchema('createApiKey').properties?.['allowedIps'] ?? {}} label={t('ips')} />
          </ActForm>
        )}
      </Shown>
      {secret && (
        <KeySecret
          title={t('made', { name: secret.name })}
          secret={secret}
          close={() => {
            setSecret(null);
            address.go(placed(`/developers/keys/${secret.id}`), true);
          }}
        />
      )}
    </Page>
  );
}

function ModeChoice({ form }: { form: Form }) {
  return (
    <fieldset>
      <legend>{t('mode')}</legend>
      {(['live', 'test'] as const).map((mode) => (
        <label key={mode} class="option">
          <input type="radio" name="mode" checked={form.value('mode') === mode} onChange={() => form.set('mode', mode)} />
          <span>
            <span class={mode === 'test' ? 'badge test' : 'badge none'}>{t(mode)}</span> {t(`${mode}Is`)}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function Lifetime({ form }: { form: Form }) {
  const set = (days: string) => form.set('expiresAt', days ? new Date(Date.now() + Number(days) * Day).toISOString() : undefined);
  return (
    <label class="field">
      {t('ends')}
      <select onChange={(event) => set(event.currentTarget.value)}>
        <option value="">{t('never')}</option>
        {Lifetimes.map((days) => (
          <option key={days} value={days}>
            {t('days', { n: days })}
          </option>
        ))}
      </select>
    </label>
  );
}
