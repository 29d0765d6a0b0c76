import { useState } from 'preact/hooks';
import { call } from '../../../data/call';
import { resolved, type Schema } from '../../../data/contract';
import { asProblem, type Problem } from '../../../data/problem';
import { changed } from '../../../data/query';
import { texts } from '../../../i18n/texts';
import { Button, Section } from '../../../parts/controls';
import { Fields } from '../../../parts/form/fields';
import { ActForm } from '../../../parts/form/act-form';
import { useForm } from '../../../parts/form/form';
import { notify } from '../../../parts/notices';
import { Failure } from '../../../parts/states';
import type { Integration } from './provider';

const t = texts({
  en: { title: 'Connect', byForm: 'Connect with credentials', credentials: 'Credentials', settings: 'Settings', keys: 'Where the credentials are found', sealed: 'They are tried by a call, kept sealed, and never shown again.', connect: 'Connect {name}', go: 'Continue at {name}', goIs: 'You give access at the provider and come back to this page.', account: 'Your account there', connected: '{name} is connected.' },
  fr: { title: 'Connecter', byForm: 'Connecter avec des identifiants', credentials: 'Identifiants', settings: 'Réglages', keys: 'Où trouver les identifiants', sealed: 'Ils sont essayés par un appel, gardés scellés, et jamais remontrés.', connect: 'Connecter {name}', go: 'Continuer chez {name}', goIs: 'Vous donnez l’accès chez le prestataire et revenez à cette page.', account: 'Votre compte là-bas', connected: '{name} est connecté.' },
  de: { title: 'Verbinden', byForm: 'Mit Zugangsdaten verbinden', credentials: 'Zugangsdaten', settings: 'Einstellungen', keys: 'Wo die Zugangsdaten stehen', sealed: 'Sie werden mit einem Aufruf geprüft, versiegelt aufbewahrt und nie wieder gezeigt.', connect: '{name} verbinden', go: 'Weiter bei {name}', goIs: 'Sie geben den Zugang beim Anbieter frei und kommen auf diese Seite zurück.', account: 'Ihr Konto dort', connected: '{name} ist verbunden.' },
});

/** This page, without what a provider has added to its address. */
function returnUrl(): string {
  return location.origin + location.pathname;
}

export function Connect({ integration }: { integration: Integration }) {
  return (
    <>
      {integration.authorizable && <ByConsent integration={integration} />}
      {integration.auth !== 'oauth' && <ByForm integration={integration} />}
    </>
  );
}

/** Access that a person gives at the provider: there and back in this tab. */
function ByConsent({ integration }: { integration: Integration }) {
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const [account, setAccount] = useState('');
  const go = async () => {
    setBusy(true);
    try {
      const { url } = await call('authorizeIntegration', { path: { provider: integration.provider }, query: { returnUrl: returnUrl(), ...(account ? { account } : {}) } });
      location.assign(url);
    } catch (error) {
      setProblem(asProblem(error));
      setBusy(false);
    }
  };
  return (
    <Section title={t('title')}>
      <form
        class="fields provider-form"
        onSubmit={(event) => {
          event.preventDefault();
          void go();
        }}
      >
        <p>{t('goIs')}</p>
        {integration.accountField && (
          <label class="field">
            {t('account')}
            <input required value={account} onInput={(event) => setAccount(event.currentTarget.value.trim())} />
          </label>
        )}
        {problem && <Failure problem={problem} />}
        <div>
          <Button kind="primary" type="submit" disabled={busy}>
            {t('go', { name: integration.name })}
          </Button>
        </div>
      </form>
    </Section>
  );
}

/** Keys and settings, in the form that the connector describes. */
function ByForm({ integration }: { integration: Integration }) {
  const credentials = resolved(integration.credentialsSchema as Schema);
  // Empty, not missing: a missing secret reads as one that is set already.
  const form = useForm({ credentials: Object.fromEntries(Object.keys(credentials.properties ?? {}).map((name) => [name, ''])), settings: {} });
  const settings = resolved(integration.settingsSchema as Schema);
  const schema: Schema = { type: 'object', properties: { credentials, settings } };
  return (
    <Section title={integration.authorizable ? t('byForm') : t('title')}>
      <div class="provider-form">
        <ActForm
          operation="connectIntegration"
          path={{ provider: integration.provider }}
          form={form}
          schema={schema}
          only={[]}
          adjust={(body) => ({ credentials: {}, settings: {}, ...body, returnUrl: returnUrl() })}
          label={t('connect', { name: integration.name })}
          done={(answer) => {
            if (answer.authorization) {
              location.assign(answer.authorization.url);
              return;
            }
            notify(t('connected', { name: integration.name }));
            void changed('listIntegrations');
          }}
        >
          {credentials.properties && (
            <fieldset>
              <legend>{t('credentials')}</legend>
              <p class="help">
                {t('sealed')}{' '}
                {integration.keysUrl && (
                  <a href={integration.keysUrl} target="_blank" rel="noopener noreferrer">
                    {t('keys')}
                  </a>
                )}
              </p>
              <Fields form={form} schema={credentials} prefix="credentials." />
            </fieldset>
          )}
          {Object.keys(settings.properties ?? {}).length > 0 && (
            <fieldset>
              <legend>{t('settings')}</legend>
              <Fields form={form} schema={settings} prefix="settings." />
            </fieldset>
          )}
        </ActForm>
      </div>
    </Section>
  );
}
