import { useEffect, useReducer, useRef, useState } from 'preact/hooks';
import {
  Virtualizer,
  elementScroll,
  observeElementOffset,
  observeElementRect,
  type VirtualizerOptions,
} from '@tanstack/virtual-core';
import { preferences } from '../../data/preferences';
import { texts } from '../../i18n/texts';
import type { ReadyColumn } from './columns';

const t = texts({ en: { all: 'Select all rows' }, fr: { all: 'Sélectionner toutes les lignes' }, de: { all: 'Alle Zeilen wählen' } });

const RowHeight = 36;
const CompactHeight = 28;
/** Rows from the end at which the next part is asked for. */
const Ahead = 60;

interface Props<R> {
  label: string;
  columns: ReadyColumn<R>[];
  rows: R[];
  total: number | null;
  idOf: (row: R) => string;
  open?: ((row: R, full: boolean) => void) | undefined;
  opened?: string | undefined;
  selected?: ReadonlySet<string> | undefined;
  select?: ((ids: Set<string>) => void) | undefined;
  sort: string;
  sorts: readonly string[];
  setSort: (sort: string) => void;
  more: () => void;
}

function useVirtual(element: { current: HTMLElement | null }, count: number, height: number) {
  const [, redraw] = useReducer((n: number, _: void) => n + 1, 0);
  const options: VirtualizerOptions<HTMLElement, Element> = {
    count,
    getScrollElement: () => element.current,
    estimateSize: () => height,
    overscan: 12,
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    onChange: () => redraw(),
  };
  const [virtual] = useState(() => new Virtualizer<HTMLElement, Element>(options));
  virtual.setOptions(options);
  useEffect(() => virtual._didMount(), []);
  useEffect(() => virtual._willUpdate());
  useEffect(() => virtual.measure(), [height]);
  return virtual;
}

/** A table of any length: only the rows in sight are drawn. All acts on rows have keys. */
export function Table<R>(props: Props<R>) {
  const { columns, rows, idOf, open, selected, select } = props;
  const region = useRef<HTMLDivElement>(null);
  const height = preferences.value.compact ? CompactHeight : RowHeight;
  const virtual = useVirtual(region, rows.length, height);
  const [current, setCurrent] = useState(-1);
  // Keys may come faster than rows are drawn: each one starts where the last one led.
  const place = useRef(-1);
  const stand = (row: number) => {
    place.current = row;
    setCurrent(row);
  };
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? -1;
  useEffect(() => {
    if (last >= rows.length - Ahead) {
      props.more();
    }
  }, [last, rows.length]);

  const move = (to: number) => {
    const row = Math.max(0, Math.min(rows.length - 1, to));
    stand(row);
    virtual.scrollToIndex(row);
    requestAnimationFrame(() => region.current?.querySelector<HTMLElement>(`[data-row="${place.current}"]`)?.focus());
  };
  const toggle = (row: number) => {
    const one = rows[row];
    if (one && select) {
      const ids = new Set(selected);
      const id = idOf(one);
      if (!ids.delete(id)) {
        ids.add(id);
      }
      select(ids);
    }
  };
  const keyed = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLInputElement) {
      return;
    }
    const at = place.current;
    const row = rows[at];
    const act: Record<string, () => void> = {
      ArrowDown: () => move(at + 1),
      ArrowUp: () => move(at - 1),
      j: () => move(at + 1),
      k: () => move(at - 1),
      PageDown: () => move(at + 15),
      PageUp: () => move(at - 15),
      Home: () => move(0),
      End: () => move(rows.length - 1),
      Enter: () => row !== undefined && open?.(row, event.ctrlKey || event.metaKey),
      ' ': () => toggle(at),
      x: () => toggle(at),
      Escape: () => select?.(new Set()),
    };
    const chosen = event.key === 'a' && (event.ctrlKey || event.metaKey) && select ? () => select(new Set(rows.map(idOf))) : act[event.key];
    if (!chosen || (event.key === 'Escape' && !selected?.size)) {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    if (event.shiftKey && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      toggle(at);
    }
    chosen();
  };

  const width = columns.reduce((sum, column) => sum + column.width, select ? 36 : 0);
  const grid = { gridTemplateColumns: `${select ? '36px ' : ''}${columns.map((one) => `minmax(${one.width}px, ${one.width}fr)`).join(' ')}` };
  return (
    <div class="table-region" ref={region} tabIndex={0} role="region" aria-label={props.label} onKeyDown={keyed}>
      <div role="table" aria-label={props.label} aria-rowcount={(props.total ?? rows.length) + 1} style={{ minWidth: `${width}px` }}>
        <div role="row" class="row head" style={grid} aria-rowindex={1}>
          {select && (
            <span role="columnheader">
              <input
                type="checkbox"
                aria-label={t('all')}
                checked={rows.length > 0 && selected?.size === rows.length}
                onChange={(event) => select(event.currentTarget.checked ? new Set(rows.map(idOf)) : new Set())}
              />
            </span>
          )}
          {columns.map((column) => (
            <Head key={column.field} column={column} sort={props.sort} sorts={props.sorts} setSort={props.setSort} />
          ))}
        </div>
        <div role="rowgroup" class="rows" style={{ height: `${virtual.getTotalSize()}px` }}>
          {items.map((item) => {
            const row = rows[item.index]!;
            const id = idOf(row);
            return (
              <div
                key={id}
                role="row"
                class={`row${id === props.opened || selected?.has(id) ? ' chosen' : ''}${open ? ' opens' : ''}`}
                data-row={item.index}
                aria-rowindex={item.index + 2}
                tabIndex={item.index === Math.max(current, 0) ? 0 : -1}
                style={{ ...grid, height: `${height}px`, transform: `translateY(${item.start}px)` }}
                onFocus={() => stand(item.index)}
                onClick={(event) => {
                  stand(item.index);
                  open?.(row, event.ctrlKey || event.metaKey);
                }}
              >
                {select && (
                  <span role="cell" onClick={(event) => event.stopPropagation()}>
                    <input type="checkbox" tabIndex={-1} aria-label={columns[0]?.text(row) ?? id} checked={selected?.has(id) ?? false} onChange={() => toggle(item.index)} />
                  </span>
                )}
                {columns.map((column) => (
                  <span key={column.field} role="cell" class={column.right ? 'right' : ''}>
                    {column.show(row)}
                  </span>
                ))}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

function Head<R>({ column, sort, sorts, setSort }: { column: ReadyColumn<R>; sort: string; sorts: readonly string[]; setSort: (sort: string) => void }) {
  const up = column.field;
  const down = `-${column.field}`;
  const state = sort === up ? 'ascending' : sort === down ? 'descending' : 'none';
  if (!sorts.includes(up) && !sorts.includes(down)) {
    return (
      <span role="columnheader" class={column.right ? 'right' : ''}>
        {column.label}
      </span>
    );
  }
  const next = state === 'ascending' || !sorts.includes(up) ? down : up;
  return (
    <span role="columnheader" class={column.right ? 'right' : ''} aria-sort={state}>
      <button type="button" onClick={() => setSort(sorts.includes(next) ? next : up)}>
        {column.label}
        {state === 'ascending' ? ' ↑' : state === 'descending' ? ' ↓' : ''}
      </button>
    </span>
  );
}
