import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useAddress } from '../../data/address';
import type { OperationId, Row } from '../../data/call';
import { businessUnit, company } from '../../data/company';
import { operation, parametersOf } from '../../data/contract';
import { placed } from '../../data/place';
import { texts } from '../../i18n/texts';
import { money } from '../../money/format';
import { Button } from '../controls';
import { download } from '../download';
import { Empty, Failure, Loading } from '../states';
import { BulkBar, type BulkAct } from './bulk';
import { ColumnMenu } from './column-menu';
import { candidates, chosenColumns, readyColumns, type ColumnOf } from './columns';
import { csvOf, MostRows } from './csv';
import { cleared, FilterBar, filtersOf, sortsOf } from './filters';
import { useRows } from './loading';
import { Table } from './table';
import { Views } from './views';

const t = texts({
  en: {
    count: { one: '{n} row', other: '{n} rows' },
    more: 'more than {n} rows',
    none: 'Nothing matches these filters.',
    clear: 'Clear filters',
    csv: 'Export the rows shown',
  },
  fr: {
    count: { one: '{n} ligne', other: '{n} lignes' },
    more: 'plus de {n} lignes',
    none: 'Rien ne correspond à ces filtres.',
    clear: 'Effacer les filtres',
    csv: 'Exporter les lignes affichées',
  },
  de: {
    count: { one: '{n} Zeile', other: '{n} Zeilen' },
    more: 'mehr als {n} Zeilen',
    none: 'Nichts entspricht diesen Filtern.',
    clear: 'Filter löschen',
    csv: 'Gezeigte Zeilen exportieren',
  },
});

export interface ListProps<Op extends OperationId> {
  operation: Op;
  /** Name for readers of the screen, for saved views and exports. */
  title: string;
  columns: readonly ColumnOf<Row<Op>>[];
  /** Parameters of the path beside the company. */
  path?: Record<string, string>;
  /** Filters that the page sets and the person does not see. */
  fixed?: Record<string, string>;
  /** The filters that are offered; all that the operation takes when left out. */
  filters?: readonly string[];
  idOf?: (row: Row<Op>) => string;
  /** Route of the page of a record, such as `/sales/{id}`. */
  route?: (row: Row<Op>) => string;
  /** What the side panel shows for the opened record. */
  panel?: (id: string, close: () => void, row: Row<Op> | undefined) => ComponentChildren;
  /** Another order of the rows that were read, such as parts below what they belong to. */
  arrange?: (rows: Row<Op>[]) => Row<Op>[];
  /** A panel in place of that of the opened record, such as for a new one. */
  side?: ComponentChildren;
  /** What the list is for, while it has nothing. */
  about: string;
  act?: ComponentChildren;
  curl?: { method: string; route: string; body?: object };
  bulk?: readonly BulkAct<Row<Op>>[];
}

const defaultId = (row: object) => String((row as { id?: unknown }).id);

/** A list of records: filters and order in the address, rows as they are scrolled to, a panel for the opened one. */
export function List<Op extends OperationId>(props: ListProps<Op>) {
  const address = useAddress();
  const idOf = props.idOf ?? (defaultId as (row: Row<Op>) => string);
  const fixed = props.fixed ?? {};
  const filters = filtersOf(props.operation, Object.keys(fixed)).filter((one) => props.filters?.includes(one.name) ?? true);
  const [selected, select] = useState<ReadonlySet<string>>(new Set());
  const names = new Set(filters.map((one) => one.name).concat('q', 'sort'));
  const query: Record<string, string> = Object.fromEntries(Object.entries(address.query).filter(([name]) => names.has(name)));
  const limited = limitedToUnit(props.operation) && !query['businessUnitId'] && businessUnit.value ? { businessUnitId: businessUnit.value } : {};
  const read = useRows(props.operation, props.path ?? {}, { ...limited, ...query, ...fixed });
  const list = props.arrange && !query['sort'] ? { ...read, rows: props.arrange(read.rows) } : read;
  const columns = readyColumns(props.operation, chosenColumns(props.operation, props.columns));
  const filtered = Object.keys(query).some((name) => name !== 'sort');
  const opened = address.query['open'];
  const close = () => address.set({ open: undefined });
  const openRow = (row: Row<Op>, full: boolean) => {
    if (props.panel && !full) {
      address.set({ open: idOf(row) }, opened !== undefined);
    } else if (props.route) {
      address.go(placed(props.route(row)));
    }
  };
  const count = footText(list.total ?? list.rows.length, list.exact && (list.total !== null || list.complete), list.totals);
  const step = (by: number) => {
    const next = list.rows[list.rows.findIndex((row) => idOf(row) === opened) + by];
    if (opened && next) {
      address.set({ open: idOf(next) }, true);
    }
  };

  return (
    <div
      class="list"
      onKeyDown={(event) => {
        if (event.altKey && (event.key === 'ArrowRight' || event.key === 'ArrowLeft') && opened) {
          event.preventDefault();
          step(event.key === 'ArrowRight' ? 1 : -1);
        } else if (event.shiftKey && event.key === 'Escape') {
          address.set(cleared(filters));
        }
      }}
    >
      <div class="list-main">
        <div class="list-tools">
          <Views list={props.operation} query={query} names={names} />
          <FilterBar id={props.operation} filters={filters} query={query} set={address.set} />
        </div>
        <p class="unseen" role="status">
          {list.ready ? (list.rows.length === 0 && filtered ? t('none') : count) : ''}
        </p>
        {props.bulk && selected.size > 0 && (
          <BulkBar acts={props.bulk} rows={list.rows.filter((row) => selected.has(idOf(row)))} idOf={idOf} done={() => select(new Set())} />
        )}
        {list.problem && !list.ready && <Failure problem={list.problem} again={list.again} />}
        {!list.ready && !list.problem && <Loading rows={8} again={list.again} />}
        {list.ready && list.rows.length === 0 && !filtered && (
          <Empty about={props.about} {...(props.act ? { act: props.act } : {})} {...(props.curl ? { curl: props.curl } : {})} />
        )}
        {list.ready && list.rows.length === 0 && filtered && (
          <div class="empty">
            <p>{t('none')}</p>
            <Button onClick={() => address.set(cleared(filters))}>{t('clear')}</Button>
          </div>
        )}
        {list.rows.length > 0 && (
          <>
            <Table
              label={props.title}
              columns={columns}
              rows={list.rows}
              total={list.total}
              idOf={idOf}
              open={props.panel || props.route ? openRow : undefined}
              opened={opened}
              selected={props.bulk ? selected : undefined}
              select={props.bulk ? select : undefined}
              sort={query['sort'] ?? ''}
              sorts={sortsOf(props.operation)}
              setSort={(sort) => address.set({ sort })}
              more={list.more}
            />
            <footer class="list-foot">
              <span>{count}</span>
              <span class="space" />
              <ColumnMenu list={props.operation} all={candidates(props.operation, props.columns)} shown={columns.map((one) => one.field)} />
              {list.rows.length <= MostRows && (
                <Button kind="quiet" onClick={() => download(`${props.title}.csv`, new Blob([csvOf(columns, list.rows)], { type: 'text/csv' }))}>
                  {t('csv')}
                </Button>
              )}
            </footer>
          </>
        )}
      </div>
      {props.side || (opened && props.panel?.(opened, close, list.rows.find((row) => idOf(row) === opened)))}
    </div>
  );
}

function limitedToUnit(id: OperationId): boolean {
  const found = operation(id);
  return found !== undefined && parametersOf(found).some((one) => one.name === 'businessUnitId');
}

function footText(count: number, exact: boolean, totals: Record<string, unknown> | null): string {
  const rows = t(exact ? 'count' : 'more', { n: count });
  const total = totals?.['total'];
  if (typeof total !== 'number') {
    return rows;
  }
  return `${rows} · ${money(total, String(totals?.['currency'] ?? company.value?.currency ?? 'EUR'))}`;
}
