import { useEffect, useMemo, useState } from 'preact/hooks';
import { call, type Row } from '../../../data/call';
import { companyId } from '../../../data/place';
import { useRows, type Loaded } from '../../../parts/list/loading';
import { beginOf, merged, type Window } from './window';

export type Event = Row<'listEvents'>;

export interface Filters {
  type?: string | undefined;
  objectId?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  window: Window;
}

const FollowEvery = 3000;

function queryOf(filters: Filters, begin: string | undefined): Record<string, string> {
  const { type, objectId, to } = filters;
  const from = filters.from ?? begin;
  return Object.fromEntries(Object.entries({ type, objectId, from, to }).filter((entry): entry is [string, string] => Boolean(entry[1])));
}

/**
 * The events of a window, newest first. While it is followed, the journal is asked for what came after the newest
 * event that was read; the cursor of the journal never misses one.
 */
export function useJournal(filters: Filters, follow: boolean): Loaded<Event> & { events: Event[] } {
  const text = JSON.stringify(filters);
  const begin = useMemo(() => beginOf(filters.window, Date.now()), [text]);
  const query = queryOf(filters, begin);
  const list = useRows('listEvents', {}, { ...query, order: 'desc' });
  const [newer, setNewer] = useState<Event[]>([]);
  useEffect(() => setNewer([]), [text, companyId.value]);
  const newest = list.rows[0]?.createdAt ?? begin;
  useEffect(() => {
    if (!follow || !list.ready) {
      return undefined;
    }
    let cursor = '';
    let asking = false;
    const ask = async () => {
      if (asking || document.hidden) {
        return;
      }
      asking = true;
      try {
        const from = newest ? { from: newest } : {};
        const page = await call('listEvents', { query: { ...query, ...(cursor ? { cursor } : from), order: 'asc', limit: '200' } });
        cursor = page.nextCursor || cursor;
        setNewer((known) => merged([...page.data].reverse(), known));
      } catch {
        // The bar at the top says that the connection is gone; the next round asks again.
      } finally {
        asking = false;
      }
    };
    const timer = setInterval(() => void ask(), FollowEvery);
    return () => clearInterval(timer);
  }, [follow, list.ready, text, newest]);
  return { ...list, events: merged(newer, list.rows) };
}
