/**
 * What a key does in a grid:
 *
 * - Tab, Enter: the next cell; after the last one a new line. On an empty last line: out of the grid
 * - Shift+Tab: back. ↑↓: the same column in the other line
 * - Alt+↑↓, Ctrl+D, Ctrl+Backspace: move, duplicate, remove the line. Ctrl+Enter: save
 */
export type Move =
  | { kind: 'cell'; line: number; column: number }
  | { kind: 'new' }
  | { kind: 'leave' }
  | { kind: 'shift'; by: 1 | -1 }
  | { kind: 'duplicate' }
  | { kind: 'remove' }
  | { kind: 'save' };

/** Where a key was pressed. Columns count those that can be typed into. */
export interface Place {
  line: number;
  column: number;
  lines: number;
  /** Does the cell of this line and column take focus? */
  open: (line: number, column: number) => boolean;
  columns: number;
  /** Is the line of the focused cell empty? */
  empty: boolean;
  /** Lines are given: none is added, removed or moved. */
  fixed: boolean;
}

export interface Key {
  key: string;
  ctrl: boolean;
  alt: boolean;
  shift: boolean;
}

function next(place: Place): Move {
  for (let line = place.line, column = place.column + 1; line < place.lines; line += 1, column = 0) {
    for (; column < place.columns; column += 1) {
      if (place.open(line, column)) {
        return { kind: 'cell', line, column };
      }
    }
  }
  return { kind: place.fixed ? 'leave' : 'new' };
}

function previous(place: Place): Move | null {
  for (let line = place.line, column = place.column - 1; line >= 0; line -= 1, column = place.columns - 1) {
    for (; column >= 0; column -= 1) {
      if (place.open(line, column)) {
        return { kind: 'cell', line, column };
      }
    }
  }
  return null;
}

/** The same column in the nearest line above or below that has it. */
function vertical(place: Place, by: 1 | -1): Move | null {
  for (let line = place.line + by; line >= 0 && line < place.lines; line += by) {
    if (place.open(line, place.column)) {
      return { kind: 'cell', line, column: place.column };
    }
  }
  return null;
}

/** What a key does; null when it is not the grid's, so that the browser does what it always does. */
export function moveOf(key: Key, place: Place): Move | null {
  const last = place.line === place.lines - 1;
  if (key.ctrl && !key.alt) {
    const acts: Record<string, Move> = { Enter: { kind: 'save' } };
    if (!place.fixed) {
      acts['d'] = { kind: 'duplicate' };
      acts['Backspace'] = { kind: 'remove' };
    }
    return acts[key.key] ?? null;
  }
  if (key.alt) {
    const by = key.key === 'ArrowUp' ? -1 : key.key === 'ArrowDown' ? 1 : 0;
    return by !== 0 && !place.fixed ? { kind: 'shift', by } : null;
  }
  switch (key.key) {
    case 'Tab':
      if (key.shift) {
        return previous(place);
      }
      return last && place.empty ? { kind: 'leave' } : next(place);
    case 'Enter':
      return key.shift ? previous(place) : last && place.empty ? { kind: 'leave' } : next(place);
    case 'ArrowUp':
      return vertical(place, -1);
    case 'ArrowDown':
      return vertical(place, 1);
    default:
      return null;
  }
}
