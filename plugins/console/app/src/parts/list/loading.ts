import { useEffect, useMemo } from 'preact/hooks';
import { signal } from '@preact/signals';
import { InfiniteQueryObserver, keepPreviousData, type InfiniteData } from '@tanstack/query-core';
import { reply, type OperationId, type Reply, type Row } from '../../data/call';
import { operation } from '../../data/contract';
import { companyId } from '../../data/place';
import { asProblem, type Problem } from '../../data/problem';
import { queries } from '../../data/query';

/** Rows that are read at once, by the way in which an operation answers parts of its list. */
const PartSize = { array: 500, page: 200, cursor: 200 };

interface Part<R> {
  rows: R[];
  /** Where the next part begins: an offset, a page or a cursor; null after the last part. */
  next: string | null;
  /** Rows of the whole list, when the list says it; `exact` is false when there are more. */
  total: number | null;
  exact: boolean;
  totals: Record<string, unknown> | null;
}

export interface Loaded<R> {
  rows: R[];
  total: number | null;
  exact: boolean;
  totals: Record<string, unknown> | null;
  complete: boolean;
  /** False until the first part has come. */
  ready: boolean;
  loading: boolean;
  problem: Problem | null;
  more: () => void;
  again: () => void;
}

function partOf<R>(kind: 'array' | 'page' | 'cursor', at: string, answer: Reply<unknown>): Part<R> {
  if (kind === 'array') {
    const rows = answer.body as R[];
    const total = Number(answer.headers.get('X-Total-Count') ?? rows.length);
    const exact = answer.headers.get('X-Total-Count-Exact') !== 'false';
    const end = Number(at || 0) + rows.length;
    const more = rows.length > 0 && (end < total || !exact);
    return { rows, next: more ? String(end) : null, total, exact, totals: null };
  }
  if (kind === 'page') {
    const page = answer.body as { data: R[]; total: number; totalExact?: boolean; totals: Record<string, unknown> | null };
    const more = page.data.length === PartSize.page;
    return {
      rows: page.data,
      next: more ? String(Number(at || 1) + 1) : null,
      total: page.total,
      exact: page.totalExact !== false,
      totals: page.totals,
    };
  }
  const part = answer.body as { data: R[]; nextCursor: string; hasMore: boolean };
  return { rows: part.data, next: part.hasMore ? part.nextCursor : null, total: null, exact: true, totals: null };
}

function parameters(kind: 'array' | 'page' | 'cursor', at: string): Record<string, string> {
  switch (kind) {
    case 'array':
      return { limit: String(PartSize.array), offset: at || '0' };
    case 'page':
      return { size: String(PartSize.page), page: at || '1' };
    case 'cursor':
      return at ? { limit: String(PartSize.cursor), cursor: at } : { limit: String(PartSize.cursor) };
  }
}

/** The rows of a list, part after part as the person scrolls. */
export function useRows<Op extends OperationId>(id: Op, path: Record<string, string>, query: Record<string, string>): Loaded<Row<Op>> {
  type Data = InfiniteData<Part<Row<Op>>, string>;
  type Key = readonly unknown[];
  const key: Key = [id, companyId.value, path, query];
  const text = JSON.stringify(key);
  const options = useMemo(() => {
    const kind = operation(id)?.['x-page'] ?? 'array';
    return {
      queryKey: key,
      initialPageParam: '',
      getNextPageParam: (last: Part<Row<Op>>) => last.next,
      queryFn: async ({ pageParam, signal: abort }: { pageParam: string; signal: AbortSignal }) =>
        partOf<Row<Op>>(kind, pageParam, await reply(id, { path, query: { ...query, ...parameters(kind, pageParam) }, signal: abort })),
      // The rows of before stay while those of other filters are read.
      placeholderData: keepPreviousData,
    };
  }, [text]);
  const [observer, state] = useMemo(() => {
    const made = new InfiniteQueryObserver<Part<Row<Op>>, Error, Data, Key, string>(queries, options);
    return [made, signal(made.getCurrentResult())] as const;
  }, [id]);
  useEffect(() => observer.setOptions(options), [options]);
  useEffect(() => {
    state.value = observer.getCurrentResult();
    return observer.subscribe((result) => {
      state.value = result;
    });
  }, [observer]);
  const result = state.value;
  const parts = result.data?.pages ?? [];
  const rows = useMemo(() => parts.flatMap((part) => part.rows), [result.data]);
  return {
    rows,
    total: parts[0]?.total ?? null,
    exact: parts[0]?.exact ?? true,
    totals: parts[0]?.totals ?? null,
    complete: parts.length > 0 && !result.hasNextPage,
    ready: result.data !== undefined,
    loading: result.isFetching,
    problem: result.error ? asProblem(result.error) : null,
    more: () => {
      if (result.hasNextPage && !result.isFetchingNextPage) {
        void result.fetchNextPage();
      }
    },
    again: () => void result.refetch(),
  };
}
