import { useEffect, useReducer, useRef } from 'preact/hooks';
import { call, reply, newKey, type Answer, type Body } from '../../../data/call';
import { exact } from '../../../data/json';
import { companyId } from '../../../data/place';
import { asProblem, type Problem } from '../../../data/problem';
import { changed, readAhead, useAnswer, useRead } from '../../../data/query';
import { majorText } from '../../../money/format';
import { ahead, currentLine, initial, remainder, step, unmatched, type Event, type Line, type State } from './state';
import type { Suggestion } from './suggestions';

/** How long after an act the lines are read again, in milliseconds: not after each of many acts. */
const QuietFor = 2000;
/** Lines that are shown of those that were dealt with before. */
const Earlier = 100;

interface Part {
  lines: Line[];
  total: number;
}

/** What an act changes beside the lines. */
const Affected = ['suggestMatches', 'listWallets'] as const;
const AffectedLater = ['listBankTransactions', 'listSales', 'listPurchases', 'listTransactions', 'listReceivables', 'listPayables', 'readSummary', 'listBudgets'] as const;

function usePart(walletId: string, status: string, sort: string, limit: number) {
  const query = { walletId, status, sort, limit: String(limit) };
  return useRead<Part>(['listBankTransactions', companyId.value, 'part', query], async (signal) => {
    const { body, headers } = await reply('listBankTransactions', { query, signal });
    return { lines: body, total: Number(headers.get('X-Total-Count') ?? body.length) };
  });
}

export type MatchBody = Body<'matchBankTransaction'>;

/** A suggestion as it is sent: amounts in major units. */
export function matchOf(line: Line, suggestion: Suggestion): MatchBody {
  const amount = (minor: number) => exact(majorText(minor, line.currency));
  const { writeOff } = suggestion;
  return {
    matches: suggestion.matches.map((one) => ({ kind: one.kind, id: one.id, amount: amount(one.amount) })),
    ...(writeOff ? { writeOff: { amount: amount(writeOff.amount), category: writeOff.category } } : {}),
  };
}

/** The ticked documents as they are sent, with what is left of the line under its category. */
export function ticksOf(state: State, currency: string): MatchBody {
  const left = remainder(state);
  return {
    matches: state.ticks.map((tick) => ({ kind: tick.kind, id: tick.id, amount: exact(majorText(Math.abs(tick.amount), currency)) })),
    ...(left === 0 ? {} : { writeOff: { amount: exact(majorText(left, currency)), category: state.writeOff } }),
  };
}

export interface Work {
  state: State;
  send: (event: Event) => void;
  suggestions: readonly Suggestion[];
  suggesting: boolean;
  ready: boolean;
  problem: Problem | null;
  again: () => void;
  /** Lines of each part that are not loaded. */
  more: { left: number; done: number };
  match: (body: MatchBody) => Promise<void>;
  reopen: (id: string) => Promise<void>;
  /** The line was recorded or ignored. */
  acted: (line: Line) => void;
  failure: Problem | null;
  /** Sends the last act again, with the same key. */
  retry: () => void;
}

/** The lines of a wallet, and what is done with them. */
export function useWork(walletId: string): Work {
  const [state, send] = useReducer(step, initial);
  const open = usePart(walletId, 'unmatched', 'date', 500);
  const closed = usePart(walletId, 'matched,recorded,ignored', '-date', Earlier);
  const failure = useRef<Problem | null>(null);
  const later = useRef<ReturnType<typeof setTimeout>>();
  // An act whose outcome is not known is sent again with the same key.
  const intent = useRef({ what: '', key: newKey() });
  const retry = useRef<() => Promise<void>>();
  useEffect(() => {
    if (open.data && closed.data) {
      send({ kind: 'read', lines: [...open.data.lines, ...closed.data.lines] });
    }
  }, [open.data, closed.data]);
  const line = currentLine(state);
  const wanted = line && unmatched(line) ? line.id : null;
  const suggested = useAnswer('suggestMatches', wanted ? { path: { id: wanted } } : null);
  useEffect(() => ahead(state).forEach((id) => readAhead('suggestMatches', { path: { id } })), [state.current, state.lines]);

  const settle = () => {
    failure.current = null;
    intent.current = { what: '', key: newKey() };
    void changed(...Affected);
    clearTimeout(later.current);
    later.current = setTimeout(() => void changed(...AffectedLater), QuietFor);
  };
  const act = async (what: string, run: (key: string) => Promise<Line>, kind: 'acted' | 'reopened'): Promise<void> => {
    retry.current = () => act(what, run, kind);
    if (intent.current.what !== what) {
      intent.current = { what, key: newKey() };
    }
    send({ kind: 'begin' });
    try {
      const answer = await run(intent.current.key);
      settle();
      send({ kind, line: answer });
    } catch (error) {
      failure.current = asProblem(error);
      if (!failure.current.uncertain) {
        intent.current = { what: '', key: newKey() };
        void changed('suggestMatches');
      }
      send({ kind: 'failed' });
    }
  };
  return {
    state,
    send: (event) => {
      failure.current = null;
      send(event);
    },
    suggestions: suggested.data ?? [],
    suggesting: suggested.data === undefined && suggested.loading,
    ready: open.data !== undefined && closed.data !== undefined,
    problem: open.problem ?? closed.problem,
    again: () => {
      open.again();
      closed.again();
    },
    more: { left: rest(open.data), done: rest(closed.data) },
    match: (body) => act(JSON.stringify([state.current, body]), (key) => call('matchBankTransaction', { path: { id: state.current! }, body, key }), 'acted'),
    reopen: (id) => act(`reopen ${id}`, (key) => call('reopenBankTransaction', { path: { id }, body: {} as Body<'reopenBankTransaction'>, key }), 'reopened'),
    acted: (changedLine) => {
      settle();
      send({ kind: 'acted', line: changedLine });
    },
    failure: failure.current,
    retry: () => void retry.current?.(),
  };
}

function rest(part: Part | undefined): number {
  return part ? Math.max(0, part.total - part.lines.length) : 0;
}

export type Statement = Answer<'importStatement'>;
