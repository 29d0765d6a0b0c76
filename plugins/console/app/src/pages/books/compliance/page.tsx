import { may } from '../../../data/company';
import { placed } from '../../../data/place';
import { useAnswer } from '../../../data/query';
import { instantText } from '../../../i18n/dates';
import { word } from '../../../i18n/names';
import { texts } from '../../../i18n/texts';
import { Badge } from '../../../parts/controls';
import { Empty, Shown } from '../../../parts/states';
import { Page } from '../../../shell/page';
import { Attention } from './attention';
import { Mode } from './mode';

const t = texts({
  en: { title: 'Compliance', journal: 'Sealed journal', none: 'No fiscal regime of this installation fits the country of the company ({country}).', regime: 'Regime', kind: 'Kind', state: 'State', mode: 'Mode', pending: 'Waiting', rejected: 'Rejected', last: 'Last submission' },
  fr: { title: 'Conformité', journal: 'Journal scellé', none: 'Aucun régime fiscal de cette installation ne convient au pays de l’entreprise ({country}).', regime: 'Régime', kind: 'Genre', state: 'État', mode: 'Mode', pending: 'En attente', rejected: 'Rejetés', last: 'Dernier envoi' },
  de: { title: 'Fiskalisches', journal: 'Versiegeltes Journal', none: 'Kein Fiskalregime dieser Installation passt zum Land des Unternehmens ({country}).', regime: 'Regime', kind: 'Art', state: 'Zustand', mode: 'Modus', pending: 'Wartend', rejected: 'Abgelehnt', last: 'Letzte Übermittlung' },
});

/** The fiscal regimes of the country, and what they refused. */
export default function Compliance() {
  const read = useAnswer('readFiscal');
  const journal = may('listJournal') && (
    <a class="button" href={placed('/compliance/journal')}>
      {t('journal')}
    </a>
  );
  return (
    <Page title={t('title')} acts={journal}>
      <Shown read={read}>
        {({ country, regimes }) =>
          regimes.length === 0 ? (
            <Empty about={t('none', { country })} />
          ) : (
            <>
              <div class="scroll">
                <table>
                  <thead>
                    <tr>
                      {(['regime', 'kind', 'state', 'mode', 'pending', 'rejected', 'last'] as const).map((head) => (
                        <th key={head} scope="col" class={head === 'pending' || head === 'rejected' ? 'right' : ''}>
                          {t(head)}
                        </th>
                      ))}
                    </tr>
                  </thead>
                  <tbody>
                    {regimes.map((one) => (
                      <tr key={one.regime}>
                        <th scope="row">
                          <a href={placed(`/compliance/${one.regime}`)}>{one.name}</a>
                        </th>
                        <td>{word(one.kind)}</td>
                        <td>
                          <Badge value={one.state} {...(one.state === 'disabled' || one.state === 'available' ? { tone: 'none' } : {})} />
                        </td>
                        <td>
                          <Mode mode={one.mode} />
                        </td>
                        <td class="right">{one.pending || '–'}</td>
                        <td class="right">{one.rejected ? <strong class="badge bad">{one.rejected}</strong> : '–'}</td>
                        <td>{instantText(one.lastSubmissionAt)}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
              <Attention />
            </>
          )
        }
      </Shown>
    </Page>
  );
}
