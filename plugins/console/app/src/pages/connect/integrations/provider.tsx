import { useEffect } from 'preact/hooks';
import { useRoute } from 'preact-iso';
import { useAddress } from '../../../data/address';
import type { Row } from '../../../data/call';
import { Problem } from '../../../data/problem';
import { changed, useAnswer } from '../../../data/query';
import { instantText } from '../../../i18n/dates';
import { sentence, word } from '../../../i18n/names';
import { texts } from '../../../i18n/texts';
import { Badge, Code, Facts, Section } from '../../../parts/controls';
import { notify } from '../../../parts/notices';
import { Failure, Shown } from '../../../parts/states';
import { Slot } from '../../../parts/slot';
import { Page } from '../../../shell/page';
import { ProviderActs } from './acts';
import { Calls } from './calls';
import { Connect } from './connect';
import { Settings } from './settings';
import './integrations.css';

const t = texts({
  en: {
    title: 'Integration', state: 'State', kind: 'Kind', account: 'Account', since: 'Connected', synced: 'Last sync', hook: 'Address for calls of the provider', feeds: 'What is fetched', feed: 'Feed', records: 'Records', failures: 'Failures in a row', last: 'Last', next: 'Next', error: 'Error',
    errorIs: 'The provider has failed several times in a row. Calls go on; one that succeeds ends this. Test the connection; if the credentials have changed, disconnect and connect again.', expiredIs: 'The provider has taken the access back. Disconnect and connect again.', connected: '{name} is connected.', refused: 'Not connected: {why}',
  },
  fr: {
    title: 'Intégration', state: 'État', kind: 'Genre', account: 'Compte', since: 'Connectée', synced: 'Dernière synchronisation', hook: 'Adresse des appels du prestataire', feeds: 'Ce qui est relevé', feed: 'Flux', records: 'Enregistrements', failures: 'Échecs de suite', last: 'Dernier', next: 'Prochain', error: 'Erreur',
    errorIs: 'Le prestataire a échoué plusieurs fois de suite. Les appels continuent ; un appel qui réussit met fin à cet état. Testez la connexion ; si les identifiants ont changé, déconnectez puis reconnectez.', expiredIs: 'Le prestataire a retiré l’accès. Déconnectez puis reconnectez.', connected: '{name} est connecté.', refused: 'Non connecté : {why}',
  },
  de: {
    title: 'Integration', state: 'Zustand', kind: 'Art', account: 'Konto', since: 'Verbunden', synced: 'Letzter Abgleich', hook: 'Adresse für Aufrufe des Anbieters', feeds: 'Was geholt wird', feed: 'Feed', records: 'Datensätze', failures: 'Fehlschläge in Folge', last: 'Zuletzt', next: 'Nächster', error: 'Fehler',
    errorIs: 'Der Anbieter ist mehrmals in Folge fehlgeschlagen. Es wird weiter versucht; ein gelungener Aufruf beendet diesen Zustand. Testen Sie die Verbindung; haben sich die Zugangsdaten geändert, trennen und verbinden Sie neu.', expiredIs: 'Der Anbieter hat den Zugang zurückgenommen. Trennen und verbinden Sie neu.', connected: '{name} ist verbunden.', refused: 'Nicht verbunden: {why}',
  },
});

export type Integration = Row<'listIntegrations'>;

/** One provider: connect it, see how it does, change its settings. */
export default function Provider() {
  const provider = useRoute().params['provider'] ?? '';
  const read = useAnswer('listIntegrations', { query: { limit: '500' } });
  const found = read.data?.find((one) => one.provider === provider);
  useReturn(found);
  return (
    <Page title={found?.name ?? t('title')} acts={found && found.state !== 'available' && <ProviderActs integration={found} />}>
      <Shown read={read} rows={6}>
        {() => (found ? <Body key={`${provider} ${found.state === 'available'}`} integration={found} /> : <Failure problem={new Problem(404, `provider-not-found:${provider}`)} />)}
      </Shown>
    </Page>
  );
}

/** Back from the provider: its answer is in the address, is told once and taken out. */
function useReturn(found: Integration | undefined): void {
  const address = useAddress();
  const { integration, error } = address.query;
  useEffect(() => {
    if (!found || (!integration && !error)) {
      return;
    }
    notify(error ? t('refused', { why: sentence(new Problem(400, error)) }) : t('connected', { name: found.name }), { failed: Boolean(error) });
    address.set({ integration: undefined, error: undefined }, true);
    void changed('listIntegrations');
  }, [found?.provider, integration, error]);
}

function Body({ integration }: { integration: Integration }) {
  const descriptions = integration.capabilityDescriptions as Record<string, string>;
  const about = (
    <ul>
      {integration.capabilities.map((one) => (
        <li key={one}>{descriptions[one] ?? word(one)}</li>
      ))}
    </ul>
  );
  if (integration.state === 'available') {
    return (
      <>
        {about}
        <Connect integration={integration} />
      </>
    );
  }
  return (
    <>
      {integration.state !== 'connected' && (
        <div class="failure" role="alert">
          <p>{t(integration.state === 'expired' ? 'expiredIs' : 'errorIs')}</p>
          {integration.lastError && <code>{integration.lastError}</code>}
        </div>
      )}
      {about}
      <Facts
        rows={[
          [t('state'), <Badge value={integration.state} />],
          [t('kind'), word(integration.kind)],
          [t('account'), integration.account?.name ?? integration.account?.id],
          [t('since'), instantText(integration.connectedAt)],
          [t('synced'), instantText(integration.lastSyncAt)],
          [t('error'), integration.state === 'connected' && integration.lastError ? <code>{integration.lastError}</code> : ''],
        ]}
      />
      {integration.hookUrl && (
        <Section title={t('hook')}>
          <Code text={integration.hookUrl} />
        </Section>
      )}
      {integration.feeds.length > 0 && <Feeds integration={integration} />}
      <Settings integration={integration} />
      <Slot name="integration.detail" record={integration} />
      <Calls provider={integration.provider} />
    </>
  );
}

function Feeds({ integration }: { integration: Integration }) {
  return (
    <Section title={t('feeds')}>
      <div class="scroll">
        <table>
          <thead>
            <tr>
              {(['feed', 'records', 'failures', 'last', 'next', 'error'] as const).map((head) => (
                <th key={head} scope="col">
                  {t(head)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {integration.feeds.map((feed) => (
              <tr key={feed.name}>
                <td>{word(feed.name)}</td>
                <td>{feed.records}</td>
                <td>{feed.failures}</td>
                <td>{instantText(feed.lastAt)}</td>
                <td>{instantText(feed.nextAt)}</td>
                <td>{feed.lastError && <code>{feed.lastError}</code>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}
