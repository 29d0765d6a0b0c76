/**
 * The line grid of documents, counts and transfers (its keys: moves.ts).
 *
 * A page declares its columns and holds the lines; the grid types into them:
 *
 *     const columns: GridColumn[] = [
 *       { id: 'label', kind: 'item', label: t('item'), fits: (item) => !item.service },      // free: false forbids free lines
 *       { id: 'quantity', kind: 'quantity', label: t('quantity'), width: '96px', initial: '1' },
 *       { id: 'unitPrice', kind: 'money', label: t('price'), width: '120px', hint: (line) => priceOf(line.item) },
 *       { id: 'lotNumber', kind: 'text', label: t('lot'), off: (line) => !line.item?.trackLots },
 *       { id: 'amount', kind: 'shown', label: t('amount'), show: (line) => … },
 *     ];
 *     const lines = useLines(columns);                        // or useLines(columns, starts, true): given lines, none is added
 *     <Grid lines={lines} label={t('lines')} wrong={form.wrong.value} save={submit} leave={() => payment.current?.focus()} />
 *
 * - `lineBodies(lines)` makes the lines of the request: the id of a column is the name of its field, a line with an item
 *   has `itemId`, numbers are exact. It throws a Refusal whose paths (`lines[0].quantity`) are those of `wrong`.
 * - `wrong` has sentences by path; the index in a path counts the lines with content, as the body does.
 * - `lines.all` is a signal; `lines.filled` are the lines with content; `lines.touched` tells whether to ask before leaving.
 * - `lines.add(item)` is what a scanner does; the grid listens to scanners itself while it is shown.
 * - `useScanner` alone is for pages that have no grid.
 */
import { useMemo, useRef, useState } from 'preact/hooks';
import { parseAmount } from '../../money/parse';
import { Button } from '../controls';
import { settled } from './amounts';
import { placeOf, useCells } from './cells';
import { isEmpty, isNumeric, itemColumn, type GridColumn, type Line } from './columns';
import { LineRow } from './line-row';
import { Lines, type LineStart } from './lines';
import { isTable, pasted } from './paste';
import { resolveItems } from './resolve';
import { useScanner } from './scanner';
import { t } from './texts';
import './grid.css';

export type { GridColumn, GridItem, Line } from './columns';
export { Lines, type LineStart } from './lines';
export { lineBodies } from './body';
export { useScanner } from './scanner';

/** The lines of a page. Columns may change while the page is open. */
export function useLines(columns: readonly GridColumn[], start: readonly LineStart[] = [], fixed = false): Lines {
  const lines = useMemo(() => new Lines(columns, start, fixed), []);
  lines.columns = columns;
  return lines;
}

export interface GridProps {
  lines: Lines;
  label: string;
  /** Sentences by path, such as `lines[0].quantity`. */
  wrong?: Record<string, string>;
  /** Name of the lines in the body. */
  path?: string;
  /** Ctrl+Enter. */
  save?: () => void;
  /** Where Tab and Enter go from an empty last line. */
  leave?: () => void;
}

export function Grid({ lines, label, wrong = {}, path = 'lines', save, leave }: GridProps) {
  const table = useRef<HTMLTableElement>(null);
  const { columns, fixed } = lines;
  const all = lines.all.value;
  const typed = columns.filter((column) => column.kind !== 'shown');
  const cells = useCells(lines, table, save, leave);
  const [refused, setRefused] = useState<Record<string, string>>({});
  const keyed = (event: KeyboardEvent) => {
    const at = placeOf(event.target);
    const key = { key: event.key, ctrl: event.ctrlKey || event.metaKey, alt: event.altKey, shift: event.shiftKey };
    if (at && cells.act(key, ...at)) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
  const paste = (event: ClipboardEvent) => {
    const at = placeOf(event.target);
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (at && isTable(text)) {
      event.preventDefault();
      const { rows, lines: asLines } = pasted(text, columns, at[1]);
      const filled = lines.paste(at[0], rows, asLines);
      (event.target as HTMLElement).blur();
      cells.focusSoon(filled.at(-1)?.key ?? at[0], at[1]);
      void resolveItems(lines, filled);
    }
  };

  useScanner(
    (item) => cells.focusSoon(lines.add(item).key, typed[1]?.id ?? typed[0]!.id),
    (cell, code) => {
      const at = placeOf(cell);
      const before = at && lines.all.value.find((line) => line.key === at[0])?.cells[at[1]];
      if (at && before?.endsWith(code)) {
        lines.set(at[0], at[1], before.slice(0, -code.length));
      }
    },
  );
  /** What is wrong in a cell: what the service or the form said, else a text that is no number. */
  const wrongIn = (line: Line, index: number, column: GridColumn): string | undefined => {
    const field = column.kind === 'item' ? ['itemId', column.id] : [column.id];
    const told = field.map((name) => wrong[`${path}[${index}].${name}`]).find(Boolean) ?? refused[`${line.key}:${column.id}`];
    const text = line.cells[column.id] ?? '';
    const focused = cells.current.key === line.key && cells.current.column === column.id;
    return told ?? (isNumeric(column) && text.trim() !== '' && !focused && parseAmount(text) === null ? t('number') : undefined);
  };
  let filled = 0;
  return (
    <div class="grid-block">
      <div class="scroll">
        <table ref={table} role="grid" class="grid" aria-label={label} onKeyDown={keyed} onPaste={paste}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column.id} scope="col" class={isNumeric(column) || column.kind === 'shown' ? 'right' : ''} style={column.width ? { width: column.width } : {}}>
                  {column.label}
                </th>
              ))}
              {!fixed && <td class="line-acts" />}
            </tr>
          </thead>
          <tbody>
            {all.map((line, index) => {
              const bodyIndex = fixed || !isEmpty(line) ? filled++ : -1;
              return (
                <LineRow
                  key={line.key}
                  lines={lines}
                  line={line}
                  index={index}
                  stop={cells.current.key === line.key ? cells.current.column : null}
                  wrong={(column) => wrongIn(line, bodyIndex, column)}
                  focused={(column) => cells.setCurrent({ key: line.key, column })}
                  left={(column) => isNumeric(column) && leftNumber(lines, line.key, column)}
                  refuse={(column, sentence) => setRefused(refusals(refused, `${line.key}:${column}`, sentence))}
                  proceed={(key) => cells.act(key, line.key, itemColumn(columns)!.id)}
                  remove={() => cells.remove(line.key, typed[0]!.id)}
                />
              );
            })}
          </tbody>
        </table>
      </div>
      {!fixed && (
        <div class="grid-foot">
          <Button kind="quiet" onClick={cells.add}>
            + {t('add')}
          </Button>
          <small class="keys">{t('keys')}</small>
        </div>
      )}
    </div>
  );
}

function leftNumber(lines: Lines, key: number, column: GridColumn): void {
  const text = lines.all.value.find((line) => line.key === key)?.cells[column.id] ?? '';
  const result = settled(text);
  if (result !== text) {
    lines.set(key, column.id, result);
  }
}

function refusals(now: Record<string, string>, cell: string, sentence: string | null): Record<string, string> {
  const { [cell]: _, ...rest } = now;
  return sentence ? { ...rest, [cell]: sentence } : rest;
}
