import { useRef, useState } from 'preact/hooks';
import { call, newKey, type Answer } from '../../../data/call';
import { company, may, readCompany } from '../../../data/company';
import { asProblem, type Problem } from '../../../data/problem';
import { changed, useAnswer } from '../../../data/query';
import { dateText, instantText, today } from '../../../i18n/dates';
import { fieldName, word } from '../../../i18n/names';
import { texts } from '../../../i18n/texts';
import { money } from '../../../money/format';
import { Badge, Button, Copy, Section } from '../../../parts/controls';
import { confirm } from '../../../parts/dialog';
import { notify } from '../../../parts/notices';
import { Failure, Shown, Uncertain } from '../../../parts/states';

const t = texts({
  en: { years: 'Fiscal years', year: 'Year', use: 'Use as period', close: 'Close {year}', question: 'All days until {to} are locked: nothing dated in {year} can be entered or changed after it.', closed: 'The year {year} is closed.', stock: 'Inventory {opening} → {closing}.', checkpoints: 'Signed checkpoints', about: 'A checkpoint fixes the journal up to an entry with a digest and a signature of the service.', none: 'No checkpoints yet.', entry: 'Up to entry' },
  fr: { years: 'Exercices', year: 'Exercice', use: 'Prendre comme période', close: 'Clôturer {year}', question: 'Tous les jours jusqu’au {to} sont verrouillés : rien de daté de {year} ne peut plus être saisi ni modifié.', closed: 'L’exercice {year} est clôturé.', stock: 'Stock {opening} → {closing}.', checkpoints: 'Points de contrôle signés', about: 'Un point de contrôle fige le journal jusqu’à une écriture, avec une empreinte et une signature du service.', none: 'Pas encore de point de contrôle.', entry: 'Jusqu’à l’écriture' },
  de: { years: 'Geschäftsjahre', year: 'Jahr', use: 'Als Zeitraum nehmen', close: '{year} abschließen', question: 'Alle Tage bis {to} werden gesperrt: Nichts mit Datum in {year} kann danach erfasst oder geändert werden.', closed: 'Das Jahr {year} ist abgeschlossen.', stock: 'Bestand {opening} → {closing}.', checkpoints: 'Signierte Prüfpunkte', about: 'Ein Prüfpunkt hält das Journal bis zu einer Buchung mit Prüfsumme und Unterschrift des Dienstes fest.', none: 'Noch keine Prüfpunkte.', entry: 'Bis Buchung' },
});

type Year = Answer<'listFiscalYears'>[number];

export function FiscalYears({ use }: { use: (from: string, to: string) => void }) {
  const read = useAnswer('listFiscalYears', { query: { limit: '100' } });
  return (
    <Section title={t('years')}>
      <Shown read={read}>
        {(years) => (
          <div class="scroll" tabIndex={0} role="region" aria-label={t('years')}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{t('year')}</th>
                  <th scope="col">{fieldName('from')}</th>
                  <th scope="col">{fieldName('to')}</th>
                  <th scope="col" class="right">{fieldName('entries')}</th>
                  <th scope="col">{fieldName('state')}</th>
                  <td />
                </tr>
              </thead>
              <tbody>
                {years.map((year) => (
                  <YearRow key={year.year} year={year} use={use} />
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Shown>
    </Section>
  );
}

function YearRow({ year, use }: { year: Year; use: (from: string, to: string) => void }) {
  const [problem, setProblem] = useState<Problem | null>(null);
  const key = useRef(newKey());
  const send = async () => {
    setProblem(null);
    try {
      const closed = await call('closeFiscalYear', { path: { year: String(year.year) }, key: key.current });
      void changed('listFiscalYears', 'listCheckpoints');
      void readCompany();
      const currency = company.value?.currency ?? 'EUR';
      const { inventory } = closed;
      const stock = inventory ? ` ${t('stock', { opening: money(inventory.opening, currency), closing: money(inventory.closing, currency) })}` : '';
      notify(t('closed', { year: year.year }) + stock);
    } catch (error) {
      const found = asProblem(error);
      setProblem(found);
      key.current = found.uncertain ? key.current : newKey();
    }
  };
  const close = async () => {
    if (await confirm(t('question', { to: dateText(year.to), year: year.year }), t('close', { year: year.year }))) {
      await send();
    }
  };
  return (
    <tr>
      <th scope="row">{year.year}</th>
      <td>{dateText(year.from)}</td>
      <td>{dateText(year.to)}</td>
      <td class="right">{year.entries}</td>
      <td>
        <Badge value={year.state} tone={year.state === 'locked' ? 'ok' : 'none'} />
        {problem?.uncertain && <Uncertain again={() => void send()} />}
        {problem && !problem.uncertain && <Failure problem={problem} />}
      </td>
      <td>
        <div class="acts">
          <Button kind="quiet" onClick={() => use(year.from, year.to)}>
            {t('use')}
          </Button>
          {year.state === 'open' && year.to < today() && may('closeFiscalYear') && <Button onClick={() => void close()}>{t('close', { year: year.year })}</Button>}
        </div>
      </td>
    </tr>
  );
}

export function Checkpoints() {
  const read = useAnswer('listCheckpoints', { query: { limit: '100' } });
  return (
    <Section title={t('checkpoints')}>
      <p class="small">{t('about')}</p>
      <Shown read={read}>
        {(points) =>
          points.length === 0 ? (
            <p>{t('none')}</p>
          ) : (
            <div class="scroll" tabIndex={0} role="region" aria-label={t('checkpoints')}>
              <table>
                <thead>
                  <tr>
                    <th scope="col">{t('year')}</th>
                    <th scope="col" class="right">{t('entry')}</th>
                    <th scope="col">{fieldName('signedAt')}</th>
                    <th scope="col">{fieldName('digest')}</th>
                    <th scope="col">{fieldName('signature')}</th>
                  </tr>
                </thead>
                <tbody>
                  {points.map((point) => (
                    <tr key={`${point.fiscalYear} ${point.number}`}>
                      <td>{point.fiscalYear}</td>
                      <td class="right">{point.number}</td>
                      <td>{instantText(point.signedAt)}</td>
                      <td class="mono digest">{point.digest}</td>
                      <td>
                        {word(point.algorithm)} <Copy text={`${point.signature} ${point.publicKey}`} />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )
        }
      </Shown>
    </Section>
  );
}
