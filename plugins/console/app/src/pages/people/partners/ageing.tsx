import { useAnswer } from '../../../data/query';
import { may } from '../../../data/company';
import { texts } from '../../../i18n/texts';
import { Money, Section } from '../../../parts/controls';
import { Shown } from '../../../parts/states';
import { sharesOf } from './shares';
import type { Partner } from './facts';
import './ageing.css';

const t = texts({
  en: { receivable: 'Owed to you, by age', payable: 'Owed by you, by age', notDue: 'Not due', days1to30: '1–30 days late', days31to60: '31–60 days late', days61to90: '61–90 days late', over90: 'Over 90 days late', nothing: 'Nothing is open.' },
  fr: { receivable: 'Vous est dû, par ancienneté', payable: 'Vous devez, par ancienneté', notDue: 'Non échu', days1to30: '1 à 30 jours de retard', days31to60: '31 à 60 jours de retard', days61to90: '61 à 90 jours de retard', over90: 'Plus de 90 jours de retard', nothing: 'Rien n’est ouvert.' },
  de: { receivable: 'Forderungen nach Alter', payable: 'Verbindlichkeiten nach Alter', notDue: 'Nicht fällig', days1to30: '1–30 Tage überfällig', days31to60: '31–60 Tage überfällig', days61to90: '61–90 Tage überfällig', over90: 'Über 90 Tage überfällig', nothing: 'Nichts ist offen.' },
});

const Ages = ['notDue', 'days1to30', 'days31to60', 'days61to90', 'over90'] as const;
type Aged = Record<(typeof Ages)[number], number> & { currency: string };

/** What is open, by how late it is: for customers what they owe, for suppliers what is owed to them. */
export function Ageing({ partner }: { partner: Partner }) {
  const receivable = partner.kind !== 'supplier' && may('listReceivables');
  const payable = partner.kind !== 'customer' && may('listPayables');
  const owed = useAnswer('listReceivables', receivable ? { query: { partnerId: partner.id } } : null);
  const owing = useAnswer('listPayables', payable ? { query: { partnerId: partner.id } } : null);
  return (
    <>
      {receivable && (
        <Section title={t('receivable')}>
          <Shown read={owed} rows={2}>
            {(rows) => <Bars rows={rows} />}
          </Shown>
        </Section>
      )}
      {payable && (
        <Section title={t('payable')}>
          <Shown read={owing} rows={2}>
            {(rows) => <Bars rows={rows} />}
          </Shown>
        </Section>
      )}
    </>
  );
}

/** One bar for each currency. */
function Bars({ rows }: { rows: Aged[] }) {
  return rows.length === 0 ? <p class="small">{t('nothing')}</p> : <>{rows.map((row) => <Bar key={row.currency} row={row} />)}</>;
}

function Bar({ row }: { row: Aged }) {
  const shares = sharesOf(Ages.map((age) => row[age]));
  return (
    <div class="ageing">
      <div class="ageing-bar" aria-hidden="true">
        {Ages.map((age, index) => shares[index]! > 0 && <span key={age} class={age} style={{ flexGrow: shares[index]! }} />)}
      </div>
      <ul>
        {Ages.map((age) => (
          <li key={age} class={row[age] === 0 ? 'none' : ''}>
            <span class={`mark ${age}`} aria-hidden="true" />
            {t(age)}
            <Money minor={row[age]} currency={row.currency} dash />
          </li>
        ))}
      </ul>
    </div>
  );
}
