import { useRoute } from 'preact-iso';
import type { Answer } from '../../../data/call';
import { may } from '../../../data/company';
import { Problem } from '../../../data/problem';
import { useAnswer } from '../../../data/query';
import { dateText, instantText } from '../../../i18n/dates';
import { word } from '../../../i18n/names';
import { texts } from '../../../i18n/texts';
import { Badge, Facts, Section } from '../../../parts/controls';
import { Failure, Shown } from '../../../parts/states';
import { Slot } from '../../../parts/slot';
import { Page } from '../../../shell/page';
import { Attention } from './attention';
import { Mode } from './mode';
import { RegimeActs } from './acts';
import { RegimeSettings } from './settings';

const t = texts({
  en: { title: 'Regime', state: 'State', mode: 'Mode', kind: 'Kind', auto: 'Submits by itself', yes: 'yes', no: 'no, each document by hand', pending: 'Waiting', rejected: 'Rejected', last: 'Last submission', offline: 'Tills without connection', offlineYes: 'may go on selling', offlineNo: 'must stop', certificates: 'Certificates', subject: 'Subject', issuer: 'Issuer', until: 'Valid until', setting: 'Setting' },
  fr: { title: 'Régime', state: 'État', mode: 'Mode', kind: 'Genre', auto: 'Envoi automatique', yes: 'oui', no: 'non, chaque document à la main', pending: 'En attente', rejected: 'Rejetés', last: 'Dernier envoi', offline: 'Caisses sans connexion', offlineYes: 'peuvent continuer à vendre', offlineNo: 'doivent s’arrêter', certificates: 'Certificats', subject: 'Titulaire', issuer: 'Émetteur', until: 'Valable jusqu’au', setting: 'Réglage' },
  de: { title: 'Regime', state: 'Zustand', mode: 'Modus', kind: 'Art', auto: 'Übermittelt von selbst', yes: 'ja', no: 'nein, jeder Beleg von Hand', pending: 'Wartend', rejected: 'Abgelehnt', last: 'Letzte Übermittlung', offline: 'Kassen ohne Verbindung', offlineYes: 'dürfen weiter verkaufen', offlineNo: 'müssen anhalten', certificates: 'Zertifikate', subject: 'Inhaber', issuer: 'Aussteller', until: 'Gültig bis', setting: 'Einstellung' },
});

export type Regime = Answer<'changeRegime'>;

/** One fiscal regime: its state, its settings, and the documents that it refused. */
export default function RegimePage() {
  const id = useRoute().params['regime'] ?? '';
  const read = useAnswer('readFiscal');
  const regime = read.data?.regimes.find((one) => one.regime === id);
  return (
    <Page title={regime?.name ?? t('title')} acts={regime && may('changeRegime') && <RegimeActs regime={regime} />}>
      <Shown read={read}>{() => (regime ? <Body regime={regime} /> : <Failure problem={new Problem(404, `regime-not-found:${id}`)} />)}</Shown>
    </Page>
  );
}

function Body({ regime }: { regime: Regime }) {
  return (
    <>
      <Facts
        rows={[
          [t('state'), <Badge value={regime.state} {...(regime.state === 'disabled' || regime.state === 'available' ? { tone: 'none' } : {})} />],
          [t('mode'), <Mode mode={regime.mode} />],
          [t('kind'), word(regime.kind)],
          [t('auto'), t(regime.autoSubmit ? 'yes' : 'no')],
          [t('offline'), regime.kind === 'sealing' || regime.kind === 'clearance' ? t(regime.offline ? 'offlineYes' : 'offlineNo') : ''],
          [t('pending'), String(regime.pending)],
          [t('rejected'), String(regime.rejected)],
          [t('last'), instantText(regime.lastSubmissionAt)],
        ]}
      />
      {regime.certificates.length > 0 && <Certificates regime={regime} />}
      <Slot name="regime.detail" record={regime} />
      {may('changeRegime') && <RegimeSettings key={JSON.stringify(regime.settings)} regime={regime} />}
      {regime.kind !== 'sealing' && <Attention regime={regime.regime} />}
    </>
  );
}

function Certificates({ regime }: { regime: Regime }) {
  return (
    <Section title={t('certificates')}>
      <div class="scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">{t('setting')}</th>
              <th scope="col">{t('subject')}</th>
              <th scope="col">{t('issuer')}</th>
              <th scope="col">{t('until')}</th>
            </tr>
          </thead>
          <tbody>
            {regime.certificates.map((one) => (
              <tr key={one.setting}>
                <td>{word(one.setting)}</td>
                <td>{one.subject}</td>
                <td>{one.issuer}</td>
                <td>{dateText(one.notAfter)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}
