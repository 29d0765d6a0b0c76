import { useEffect, useState } from 'preact/hooks';
import { notify } from '../notices';
import { isEmpty, isOpen, type Line } from './columns';
import type { Lines } from './lines';
import { moveOf, type Key, type Move } from './moves';
import { t } from './texts';

/** The line and column of the cell that an event came from. */
export function placeOf(target: EventTarget | null): [number, string] | null {
  const [key, column] = (target instanceof HTMLElement ? (target.dataset['cell'] ?? '') : '').split(':');
  return key && column ? [Number(key), column] : null;
}

/** The focus of a grid: one cell is the stop of Tab, keys move it and act on its line. */
export function useCells(lines: Lines, table: { current: HTMLElement | null }, save?: () => void, leave?: () => void) {
  const all = lines.all.value;
  const typed = lines.columns.filter((column) => column.kind !== 'shown');
  const [current, setCurrent] = useState({ key: all[0]?.key ?? 0, column: typed[0]?.id ?? '' });

  const cellOf = (key: number, column: string) => table.current?.querySelector<HTMLElement>(`[data-cell="${key}:${column}"]`);
  const focus = (key: number, column: string, attempts = 3) => {
    const cell = cellOf(key, column);
    if (cell) {
      cell.focus();
      if (cell instanceof HTMLInputElement && cell.type === 'text') {
        cell.select();
      }
    } else if (attempts > 0) {
      // The cell is drawn in one of the next turns.
      queueMicrotask(() => focus(key, column, attempts - 1));
    }
  };
  const focusSoon = (key: number, column: string) => void Promise.resolve().then(() => Promise.resolve()).then(() => focus(key, column));
  const add = () => {
    const [made] = lines.insert(lines.all.value.length, {});
    focusSoon(made!.key, typed[0]!.id);
  };
  const remove = (key: number, column: string) => {
    const index = lines.all.value.findIndex((line) => line.key === key);
    const undo = lines.remove(key);
    notify(t('removed'), { undo: { label: t('undo'), act: undo } });
    const near = lines.all.value[Math.min(index, lines.all.value.length - 1)];
    focusSoon(near!.key, near && isEmpty(near) ? typed[0]!.id : column);
  };
  const goes = (move: Move, line: Line, column: string) => {
    const acts: Record<Move['kind'], () => void> = {
      cell: () => move.kind === 'cell' && focus(lines.all.value[move.line]!.key, typed[move.column]!.id),
      new: add,
      leave: () => leave?.(),
      shift: () => {
        lines.shift(line.key, move.kind === 'shift' ? move.by : 1);
        focusSoon(line.key, column);
      },
      duplicate: () => focusSoon(lines.duplicate(line.key).key, column),
      remove: () => remove(line.key, column),
      save: () => save?.(),
    };
    acts[move.kind]();
  };
  /** Does what a key means in a cell; false when the key is not the grid's. */
  const act = (key: Key, lineKey: number, column: string): boolean => {
    const now = lines.all.value;
    const index = now.findIndex((line) => line.key === lineKey);
    const line = now[index];
    if (!line) {
      return false;
    }
    const move = moveOf(key, {
      line: index,
      column: typed.findIndex((one) => one.id === column),
      lines: now.length,
      columns: typed.length,
      open: (at, of) => isOpen(typed[of]!, now[at]!),
      empty: isEmpty(line),
      fixed: lines.fixed,
    });
    // Without a place to go to, Tab does what it always does: the other cells of the grid are no stops. What the page
    // does not take is left to the form around the grid.
    if (!move || (move.kind === 'leave' && !leave && key.key === 'Tab') || (move.kind === 'save' && !save)) {
      return false;
    }
    goes(move, line, column);
    return true;
  };
  useEffect(() => {
    // The line with the stop of Tab may be gone.
    if (!all.some((line) => line.key === current.key)) {
      setCurrent({ key: all[0]?.key ?? 0, column: typed[0]?.id ?? '' });
    }
  }, [all]);
  return { current, setCurrent, focusSoon, add, remove, act };
}
