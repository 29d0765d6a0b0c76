import { placed } from '../../../data/place';
import type { Row } from '../../../data/call';
import { useAnswer } from '../../../data/query';
import { relativeText } from '../../../i18n/dates';
import { word } from '../../../i18n/names';
import { texts } from '../../../i18n/texts';
import { Badge, Section } from '../../../parts/controls';
import { Empty, Shown } from '../../../parts/states';
import { Page } from '../../../shell/page';
import { grouped } from './groups';
import './integrations.css';

const t = texts({
  en: { title: 'Integrations', none: 'No connector is installed here. Connectors link the company with banks, payment providers, shops and others.', attention: 'Needs attention', connected: 'Connected', synced: 'Synced {when}', connect: 'Connect', open: 'Open', repair: 'See what to do' },
  fr: { title: 'Intégrations', none: 'Aucun connecteur n’est installé ici. Les connecteurs relient l’entreprise aux banques, prestataires de paiement, boutiques et autres.', attention: 'À traiter', connected: 'Connectées', synced: 'Synchronisé {when}', connect: 'Connecter', open: 'Ouvrir', repair: 'Voir que faire' },
  de: { title: 'Integrationen', none: 'Hier ist kein Konnektor installiert. Konnektoren verbinden das Unternehmen mit Banken, Zahlungsanbietern, Shops und anderen.', attention: 'Braucht Aufmerksamkeit', connected: 'Verbunden', synced: 'Abgeglichen {when}', connect: 'Verbinden', open: 'Öffnen', repair: 'Was zu tun ist' },
});

type Integration = Row<'listIntegrations'>;

export default function Integrations() {
  const read = useAnswer('listIntegrations', { query: { limit: '500' } });
  return (
    <Page title={t('title')}>
      <Shown read={read} rows={6}>
        {(all) =>
          all.length === 0 ? (
            <Empty about={t('none')} />
          ) : (
            grouped(all).map((group) => (
              <Section key={group.name} title={group.name === 'attention' || group.name === 'connected' ? t(group.name) : word(group.name)}>
                <div class="cards">
                  {group.providers.map((one) => (
                    <Card key={one.provider} integration={one} />
                  ))}
                </div>
              </Section>
            ))
          )
        }
      </Shown>
    </Page>
  );
}

function Card({ integration }: { integration: Integration }) {
  const { state, capabilities, lastError, lastSyncAt } = integration;
  const descriptions = integration.capabilityDescriptions as Record<string, string>;
  const act = state === 'available' ? 'connect' : state === 'connected' ? 'open' : 'repair';
  return (
    <article class="card">
      <header>
        <h3>
          <a href={placed(`/integrations/${integration.provider}`)}>{integration.name}</a>
        </h3>
        {state !== 'available' && <Badge value={state} />}
      </header>
      {lastError ? <p class="wrong">{lastError}</p> : capabilities.map((one) => <p key={one}>{descriptions[one] ?? word(one)}</p>)}
      <footer>
        <span class="small">{lastSyncAt && t('synced', { when: relativeText(lastSyncAt) })}</span>
        <a class="button" href={placed(`/integrations/${integration.provider}`)} aria-label={`${t(act)}: ${integration.name}`}>
          {t(act)}
        </a>
      </footer>
    </article>
  );
}
