import type { Row } from '../../../data/call';
import { decisive, type Suggestion } from './suggestions';

export type Line = Row<'listBankTransactions'>;

/** What the third column is for. */
export type Mode = 'suggest' | 'search' | 'record' | 'ignore';

/** A document that is chosen for the line, with what of it is taken. All amounts are minor units, signed as the line. */
export interface Tick {
  kind: 'sale' | 'purchase' | 'transaction';
  id: string;
  label: string;
  balance: number;
  amount: number;
}

/** Where a person is in the work. The lines keep their places, whatever happens to them. */
export interface State {
  lines: readonly Line[];
  current: string | null;
  mode: Mode;
  /** The chosen suggestion of the current line, from 0; null while none is chosen. */
  chosen: number | null;
  ticks: readonly Tick[];
  /** Category for what the ticked documents leave of the line. */
  writeOff: string;
  /** Lines that were dealt with here, the last one at the end: `u` reopens it. */
  done: readonly string[];
  busy: boolean;
}

export const initial: State = { lines: [], current: null, mode: 'suggest', chosen: null, ticks: [], writeOff: '', done: [], busy: false };

export type Event =
  | { kind: 'read'; lines: readonly Line[] }
  | { kind: 'go'; id: string }
  | { kind: 'move'; by: number }
  | { kind: 'mode'; mode: Mode }
  | { kind: 'choose'; index: number }
  | { kind: 'tick'; tick: Omit<Tick, 'amount'> }
  | { kind: 'category'; key: string }
  | { kind: 'begin' }
  | { kind: 'failed' }
  | { kind: 'acted'; line: Line }
  | { kind: 'reopened'; line: Line };

/** Lines after the current one whose suggestions are read ahead. */
const ReadAhead = 3;

export function unmatched(line: Line): boolean {
  return line.status === 'unmatched';
}

/** Lines that are left come first, each part by date. */
export function ordered(lines: readonly Line[]): Line[] {
  const key = (line: Line) => `${unmatched(line) ? 0 : 1} ${line.bookedAt} ${line.id}`;
  return [...lines].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

/** Lines as they were read, at the places that they had; new ones come after. An older answer does not undo an act. */
export function merged(before: readonly Line[], read: readonly Line[]): Line[] {
  const fresh = new Map(read.map((line) => [line.id, line]));
  const kept = before.map((line) => {
    const now = fresh.get(line.id);
    fresh.delete(line.id);
    return now && now.version >= line.version ? now : line;
  });
  return [...kept, ...ordered([...fresh.values()])];
}

export function currentLine(state: State): Line | undefined {
  return state.lines.find((line) => line.id === state.current);
}

/** The next line below that is left; the same line when there is none below: never one further up. */
function below(lines: readonly Line[], id: string | null): string | null {
  const at = lines.findIndex((line) => line.id === id);
  return lines.slice(at + 1).find(unmatched)?.id ?? id;
}

/** Lines whose suggestions are likely to be asked for next. */
export function ahead(state: State): string[] {
  const at = state.lines.findIndex((line) => line.id === state.current);
  return state.lines.slice(at + 1).filter(unmatched).slice(0, ReadAhead).map((line) => line.id);
}

/** The suggestion that Enter accepts now; null when it accepts none. */
export function acceptable(state: State, suggestions: readonly Suggestion[]): Suggestion | null {
  const line = currentLine(state);
  if (!line || !unmatched(line) || state.busy || state.mode !== 'suggest') {
    return null;
  }
  if (state.chosen !== null) {
    return suggestions[state.chosen] ?? null;
  }
  return decisive(suggestions) ? suggestions[0]! : null;
}

/** What the ticked documents leave of the line. */
export function remainder(state: State): number {
  const amount = currentLine(state)?.amount ?? 0;
  return amount - state.ticks.reduce((sum, tick) => sum + tick.amount, 0);
}

/** Can the ticked documents be matched: nothing is left, or what is left has a category? */
export function complete(state: State): boolean {
  return state.ticks.length > 0 && !state.busy && (remainder(state) === 0 || state.writeOff !== '');
}

/** Takes of a document what the line still needs, at most its balance; a second time takes it out again. */
function ticked(state: State, tick: Omit<Tick, 'amount'>): Tick[] {
  if (state.ticks.some((one) => one.id === tick.id)) {
    return state.ticks.filter((one) => one.id !== tick.id);
  }
  const left = remainder(state);
  const enough = Math.sign(left) === Math.sign(tick.balance) && Math.abs(left) < Math.abs(tick.balance);
  // A movement exists already: it is linked as it is.
  const amount = enough && tick.kind !== 'transaction' ? left : tick.balance;
  return [...state.ticks, { ...tick, amount }];
}

function at(state: State, id: string | null): State {
  return { ...state, current: id, mode: 'suggest', chosen: null, ticks: [], writeOff: '' };
}

function replaced(lines: readonly Line[], line: Line): Line[] {
  return lines.map((one) => (one.id === line.id ? line : one));
}

export function step(state: State, event: Event): State {
  switch (event.kind) {
    case 'read': {
      const lines = merged(state.lines, event.lines);
      const known = lines.some((line) => line.id === state.current);
      return known ? { ...state, lines } : at({ ...state, lines }, (lines.find(unmatched) ?? lines[0])?.id ?? null);
    }
    case 'go':
      return event.id === state.current ? state : at(state, event.id);
    case 'move': {
      const index = state.lines.findIndex((line) => line.id === state.current) + event.by;
      const to = state.lines[Math.max(0, Math.min(state.lines.length - 1, index))];
      return to && to.id !== state.current ? at(state, to.id) : state;
    }
    case 'mode':
      return event.mode !== 'suggest' && !unmatchedNow(state) ? state : { ...at(state, state.current), mode: event.mode };
    case 'choose':
      return { ...state, mode: 'suggest', chosen: event.index };
    case 'tick':
      return { ...state, ticks: ticked(state, event.tick) };
    case 'category':
      return { ...state, writeOff: event.key };
    case 'begin':
      return { ...state, busy: true };
    case 'failed':
      return { ...state, busy: false };
    case 'acted': {
      const lines = replaced(state.lines, event.line);
      const done = [...state.done.filter((id) => id !== event.line.id), event.line.id];
      return at({ ...state, lines, done, busy: false }, below(lines, event.line.id));
    }
    case 'reopened':
      return at({ ...state, lines: replaced(state.lines, event.line), done: state.done.filter((id) => id !== event.line.id), busy: false }, event.line.id);
  }
}

/** Can something be done with the current line? */
export function unmatchedNow(state: State): boolean {
  const line = currentLine(state);
  return line !== undefined && unmatched(line) && !state.busy;
}

/** The line that `u` reopens: the last one that was dealt with here, else the current one. */
export function reopenable(state: State): string | null {
  const last = state.done.at(-1);
  if (last) {
    return last;
  }
  const line = currentLine(state);
  return line && !unmatched(line) ? line.id : null;
}

/** How far the work is: lines that are dealt with and left, and what the books lack to the balance of the bank. */
export interface Progress {
  matched: number;
  left: number;
  difference: number | null;
}

export function progressOf(state: State, balance: number | undefined, closing: number | null | undefined): Progress {
  const left = state.lines.filter(unmatched).length;
  const known = balance !== undefined && closing !== undefined && closing !== null;
  return { matched: state.lines.length - left, left, difference: known ? closing - balance : null };
}
