import { useEffect, useState } from 'preact/hooks';
import { readOne, write } from '../../../data/till-store';
import { instantText } from '../../../i18n/dates';

/** Two tabs would have two baskets and send one queue twice: only one may hold the till. */
export function useTillLock(): { held: boolean; since: string } {
  const [held, setHeld] = useState(false);
  const [since, setSince] = useState('');
  useEffect(() => {
    let left = false;
    let release = () => {};
    const hold = () =>
      new Promise<void>((resolve) => {
        release = resolve;
        setHeld(true);
        setSince('');
        void write('kept', new Date().toISOString(), 'holder');
      });
    const leaving = new AbortController();
    void navigator.locks.request('svc.till', { ifAvailable: true }, async (lock) => {
      if (lock && !left) {
        return hold();
      }
      setSince(instantText(await readOne<string>('kept', 'holder')) || '…');
      // Taken over when the other one is closed.
      void navigator.locks.request('svc.till', { signal: leaving.signal }, () => (left ? undefined : hold())).catch(() => undefined);
      return undefined;
    });
    return () => {
      left = true;
      leaving.abort();
      release();
    };
  }, []);
  return { held, since };
}
