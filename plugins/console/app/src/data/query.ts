import { useEffect, useMemo } from 'preact/hooks';
import { signal, type ReadonlySignal } from '@preact/signals';
import { QueryClient, QueryObserver, type QueryKey, type QueryObserverResult } from '@tanstack/query-core';
import { companyId } from './place';
import { call, type Answer, type OperationId, type Request } from './call';
import { asProblem, Problem } from './problem';
import { onSessionEnd } from './session';

/** Attempts of a read when no answer comes. */
const Attempts = 2;
/** The same when the service had too many requests and told when to come again. */
const AttemptsWhenLimited = 10;
const FreshFor = 30_000;

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FreshFor,
      retry: (failures, error) => failures < (asProblem(error).status === 429 ? AttemptsWhenLimited : asProblem(error).status === 0 ? Attempts : 0),
      retryDelay: (failures, error) => Math.max(asProblem(error).retryAfter, 2 ** failures / 2) * 1000,
      refetchOnWindowFocus: true,
    },
  },
});
queries.mount();
onSessionEnd(() => queries.clear());

export interface Read<T> {
  data: T | undefined;
  problem: Problem | null;
  loading: boolean;
  again: () => void;
}

function readOf<T>(result: QueryObserverResult<T>): Read<T> {
  return {
    data: result.data,
    problem: result.error ? asProblem(result.error) : null,
    loading: result.isFetching,
    again: () => void result.refetch(),
  };
}

/** Reads something once for all components that name the same key, and again when it has become old. */
export function useRead<T>(key: QueryKey, read: (abort: AbortSignal) => Promise<T>, enabled = true): Read<T> {
  const text = JSON.stringify(key);
  const [observer, state] = useMemo(() => {
    const made = new QueryObserver<T>(queries, { queryKey: key, queryFn: ({ signal: abort }) => read(abort), enabled });
    return [made, signal(readOf(made.getCurrentResult()))] as const;
    // The key is compared by its text.
  }, [text, enabled]);
  useEffect(() => {
    state.value = readOf(observer.getCurrentResult());
    return observer.subscribe((result) => {
      state.value = readOf(result);
    });
  }, [observer]);
  return (state as ReadonlySignal<Read<T>>).value;
}

function keyOf<Op extends OperationId>(operation: Op, request: Request<Op>): QueryKey {
  return [operation, companyId.value, request.path ?? {}, request.query ?? {}];
}

/** The answer of a reading operation. Null instead of a request: nothing is read yet. */
export function useAnswer<Op extends OperationId>(operation: Op, request: Request<Op> | null = {}): Read<Answer<Op>> {
  return useRead<Answer<Op>>(
    keyOf(operation, request ?? {}),
    (abort) => call(operation, { ...request, signal: abort }),
    request !== null,
  );
}

/** Reads ahead what is likely to be asked for next. */
export function readAhead<Op extends OperationId>(operation: Op, request: Request<Op>): void {
  void queries.prefetchQuery({ queryKey: keyOf(operation, request), queryFn: () => call(operation, request) });
}

/** After a write: what was read by these operations (all, when none is named) is read again where it is shown. */
export function changed(...operations: OperationId[]): Promise<void> {
  return queries.invalidateQueries({
    predicate: (query) => operations.length === 0 || operations.includes(query.queryKey[0] as OperationId),
  });
}
