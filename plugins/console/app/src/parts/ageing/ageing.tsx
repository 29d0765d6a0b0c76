import { useAddress } from '../../data/address';
import { placed } from '../../data/place';
import type { Read } from '../../data/query';
import { dateText, today } from '../../i18n/dates';
import { fieldName } from '../../i18n/names';
import { texts } from '../../i18n/texts';
import { Page } from '../../shell/page';
import { Button, Money } from '../controls';
import { SidePanel } from '../dialog';
import { Empty, Shown } from '../states';
import { behind, Buckets, rowKey, sumsOf, type AgeingRow, type Bucket } from './buckets';
import './ageing.css';

const t = texts({
  en: { at: 'State of', partner: 'Partner', none: 'Without a partner', notDue: 'Not due', days1to30: '1–30 days', days31to60: '31–60 days', days61to90: '61–90 days', over90: 'Over 90 days', total: 'Total', cell: '{partner}: {column}', sum: 'Sum in {currency}' },
  fr: { at: 'Situation au', partner: 'Tiers', none: 'Sans tiers', notDue: 'Non échu', days1to30: '1–30 jours', days31to60: '31–60 jours', days61to90: '61–90 jours', over90: 'Plus de 90 jours', total: 'Total', cell: '{partner} : {column}', sum: 'Somme en {currency}' },
  de: { at: 'Stand vom', partner: 'Partner', none: 'Ohne Partner', notDue: 'Nicht fällig', days1to30: '1–30 Tage', days31to60: '31–60 Tage', days61to90: '61–90 Tage', over90: 'Über 90 Tage', total: 'Summe', cell: '{partner}: {column}', sum: 'Summe in {currency}' },
});

const Columns = [...Buckets, 'total'] as const;
type Column = Bucket | 'total';
const Tones: Partial<Record<Column, string>> = { days1to30: 'late', days31to60: 'late', days61to90: 'latest', over90: 'latest' };

interface Props {
  title: string;
  /** What the report is for, while nothing is owed. */
  about: string;
  read: Read<readonly AgeingRow[]>;
  /** Route of a document. */
  route: (id: string) => string;
}

/** What is owed by partner and age; each cell opens its documents. */
export function Ageing({ title, about, read, route }: Props) {
  const { query, set } = useAddress();
  const at = query['at'] ?? today();
  const tools = (
    <label class="ageing-at">
      {t('at')}
      <input type="date" value={at} onChange={(event) => set({ at: event.currentTarget.value || undefined })} />
    </label>
  );
  const chosen = read.data?.find((row) => rowKey(row) === query['row']);
  const column = Columns.find((one) => one === query['column']) ?? 'total';
  return (
    <Page title={title} acts={tools}>
      <div class="list">
        <div class="list-main ageing">
          <Shown read={read} rows={8}>
            {(rows) => (rows.length === 0 ? <Empty about={about} /> : <Rows title={title} rows={rows} open={(row, of) => set({ row: rowKey(row), column: of })} />)}
          </Shown>
        </div>
        {chosen && <Documents row={chosen} column={column} at={at} route={route} close={() => set({ row: undefined, column: undefined })} />}
      </div>
    </Page>
  );
}

function nameOf(row: AgeingRow): string {
  return row.partnerName ?? t('none');
}

function Rows({ title, rows, open }: { title: string; rows: readonly AgeingRow[]; open: (row: AgeingRow, column: Column) => void }) {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={title}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('partner')}</th>
            {Columns.map((column) => (
              <th key={column} scope="col" class="right">
                {t(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              <th scope="row">{row.partnerId ? <a href={placed(`/partners/${row.partnerId}`)}>{nameOf(row)}</a> : nameOf(row)}</th>
              {Columns.map((column) => (
                <td key={column} class="right">
                  {row[column] === 0 ? (
                    '–'
                  ) : (
                    <Button kind="quiet" aria-label={t('cell', { partner: nameOf(row), column: t(column) })} onClick={() => open(row, column)}>
                      <span class={Tones[column] ?? ''}>
                        <Money minor={row[column]} currency={row.currency} />
                      </span>
                    </Button>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          {sumsOf(rows).map(([currency, sums]) => (
            <tr key={currency}>
              <th scope="row">{t('sum', { currency })}</th>
              {Columns.map((column) => (
                <td key={column} class="right">
                  <Money minor={sums[column]} currency={currency} dash />
                </td>
              ))}
            </tr>
          ))}
        </tfoot>
      </table>
    </div>
  );
}

interface DocumentsProps {
  row: AgeingRow;
  column: Column;
  at: string;
  route: (id: string) => string;
  close: () => void;
}

function Documents({ row, column, at, route, close }: DocumentsProps) {
  return (
    <SidePanel key={`${rowKey(row)} ${column}`} title={t('cell', { partner: nameOf(row), column: t(column) })} close={close}>
      <table>
        <thead>
          <tr>
            <th scope="col">{fieldName('number')}</th>
            <th scope="col">{fieldName('dueDate')}</th>
            <th scope="col" class="right">{fieldName('balance')}</th>
          </tr>
        </thead>
        <tbody>
          {behind(row, column, at).map((one) => (
            <tr key={one.id}>
              <td>
                <a href={placed(route(one.id))}>{one.number}</a>
              </td>
              <td>{dateText(one.dueDate)}</td>
              <td class="right">
                <Money minor={one.balance} currency={row.currency} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </SidePanel>
  );
}
