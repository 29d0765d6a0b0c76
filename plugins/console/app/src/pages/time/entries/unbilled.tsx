import { useState } from 'preact/hooks';
import { useAddress } from '../../../data/address';
import { may } from '../../../data/company';
import { useAnswer } from '../../../data/query';
import type { Row } from '../../../data/call';
import { fieldName } from '../../../i18n/names';
import { texts } from '../../../i18n/texts';
import { Button, Money } from '../../../parts/controls';
import { Empty, Shown } from '../../../parts/states';
import { Bill } from './bill';
import { durationText } from './week';

const t = texts({
  en: { from: 'From', to: 'To', client: 'Client', nobody: 'No client', worked: 'Worked', unbilled: 'Not billed', amount: 'To bill', bill: 'Bill {client}', none: 'Nothing is left to bill.' },
  fr: { from: 'Du', to: 'Au', client: 'Client', nobody: 'Sans client', worked: 'Travaillé', unbilled: 'Non facturé', amount: 'À facturer', bill: 'Facturer {client}', none: 'Il ne reste rien à facturer.' },
  de: { from: 'Von', to: 'Bis', client: 'Kunde', nobody: 'Ohne Kunde', worked: 'Gearbeitet', unbilled: 'Nicht abgerechnet', amount: 'Abzurechnen', bill: '{client} abrechnen', none: 'Es ist nichts abzurechnen.' },
});

type Summary = Row<'summarizeTimeEntries'>;

/** What clients owe for hours that no invoice has yet. */
export function Unbilled() {
  const address = useAddress();
  const [billing, bill] = useState<Summary | null>(null);
  const { from, to } = address.query;
  const read = useAnswer('summarizeTimeEntries', { query: { ...(from ? { from } : {}), ...(to ? { to } : {}) } });
  return (
    <>
      <div class="filters">
        <label class="chip">
          {t('from')} <input type="date" value={from ?? ''} onChange={(event) => address.set({ from: event.currentTarget.value || undefined })} />
        </label>
        <label class="chip">
          {t('to')} <input type="date" value={to ?? ''} onChange={(event) => address.set({ to: event.currentTarget.value || undefined })} />
        </label>
      </div>
      <Shown read={read}>
        {(rows) => (rows.some((row) => row.unbilledMinutes > 0) ? <Table rows={rows} bill={bill} /> : <Empty about={t('none')} />)}
      </Shown>
      {billing?.partnerId && <Bill key={billing.partnerId} partnerId={billing.partnerId} name={billing.partnerName ?? ''} from={from} to={to} close={() => bill(null)} />}
    </>
  );
}

function Table({ rows, bill }: { rows: Summary[]; bill: (row: Summary) => void }) {
  return (
    <div class="scroll">
      <table>
        <thead>
          <tr>
            <th scope="col">{t('client')}</th>
            <th scope="col" class="right">{t('worked')}</th>
            <th scope="col" class="right">{t('unbilled')}</th>
            <th scope="col" class="right">{t('amount')}</th>
            <th scope="col">
              <span class="skip">{fieldName('actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.partnerId ?? ''}>
              <td>{row.partnerName ?? t('nobody')}</td>
              <td class="right">{durationText(row.minutes)}</td>
              <td class="right">{durationText(row.unbilledMinutes)}</td>
              <td class="right"><Money minor={row.unbilledAmount} currency={row.currency} dash /></td>
              <td class="right">
                {row.partnerId && row.unbilledMinutes > 0 && may('billTimeEntries') && (
                  <Button onClick={() => bill(row)}>{t('bill', { client: row.partnerName ?? '' })}</Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
