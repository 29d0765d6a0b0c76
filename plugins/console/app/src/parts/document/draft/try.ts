import { useEffect, useState } from 'preact/hooks';
import { tryOut, type DryRun } from '../../../data/call';
import { asProblem, type Problem } from '../../../data/problem';
import { Refusal } from '../../form/draft';
import type { Summed } from '../totals';

/** How long after the last change the service is asked, in milliseconds. */
const Pause = 400;

export type DocumentOperation = 'createSale' | 'createQuote';
export type Body = Record<string, unknown>;

/** A document as a dry run answers it. */
export interface Tried extends Summed {
  lines: { net: number; total: number; quantity: number; itemId: string | null; label: string }[];
  pricesIncludeTax: boolean;
  dueDate?: string | null;
  validUntil?: string;
  locationId: string | null;
  kind?: string;
}

export interface Trial {
  /** Last answer; it stays while the next one is awaited. */
  answer: DryRun<Tried> | null;
  problem: Problem | null;
  /** The answer is for what is on the screen now. */
  current: boolean;
  again: () => void;
}

/**
 * Tries the document after each change: what it would come to, and what is wrong with it. `body` answers null while
 * there is nothing to try and throws a Refusal while something typed cannot be sent. `text` changes with the body.
 */
export function useTrial(operation: DocumentOperation, text: string, body: () => Body | null): Trial {
  const [state, setState] = useState<{ text: string; answer: DryRun<Tried> | null; problem: Problem | null }>({ text: '', answer: null, problem: null });
  const [round, setRound] = useState(0);
  useEffect(() => {
    const abort = new AbortController();
    const timer = setTimeout(() => {
      let request: Body | null;
      try {
        request = body();
      } catch (error) {
        if (!(error instanceof Refusal)) {
          throw error;
        }
        return;
      }
      if (!request) {
        setState({ text, answer: null, problem: null });
        return;
      }
      tryOut(operation, { body: request as never, signal: abort.signal })
        .then((answer) => setState({ text, answer: answer as unknown as DryRun<Tried>, problem: null }))
        .catch((error: unknown) => !abort.signal.aborted && setState((before) => ({ text, answer: before.answer, problem: asProblem(error) })));
    }, Pause);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [text, round]);
  return { answer: state.answer, problem: state.problem, current: state.text === text && state.problem === null, again: () => setRound(round + 1) };
}
