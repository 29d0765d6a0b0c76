import { unmatchedNow, type Event, type Mode, type State } from './state';
import type { Suggestion } from './suggestions';

/** What a key does outside of fields; null when it is not ours. */
export type KeyAct = { kind: 'event'; event: Event } | { kind: 'accept' } | { kind: 'reopen' };

const Modes: Record<string, Mode> = { '/': 'search', t: 'record', i: 'ignore', Escape: 'suggest' };

export function keyAct(key: string, state: State, suggestions: readonly Suggestion[]): KeyAct | null {
  if (key === 'ArrowDown' || key === 'ArrowUp') {
    return { kind: 'event', event: { kind: 'move', by: key === 'ArrowDown' ? 1 : -1 } };
  }
  if (/^[1-9]$/.test(key)) {
    const index = Number(key) - 1;
    return unmatchedNow(state) && index < suggestions.length ? { kind: 'event', event: { kind: 'choose', index } } : null;
  }
  if (key === 'Enter') {
    return { kind: 'accept' };
  }
  if (key === 'u') {
    return { kind: 'reopen' };
  }
  const mode = Modes[key];
  if (!mode || (mode !== 'suggest' && !unmatchedNow(state))) {
    return null;
  }
  if (key === 'Escape' && state.mode === 'suggest') {
    return state.chosen === null ? null : { kind: 'event', event: { kind: 'mode', mode } };
  }
  return { kind: 'event', event: { kind: 'mode', mode } };
}
