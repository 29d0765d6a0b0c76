import { useEffect, useState } from 'preact/hooks';
import { remaining } from './remaining';

/** After an attempt is due, its outcome is read after this time, in milliseconds. */
const OutcomeAfter = 2000;

/** The time until an instant, second by second; `due` runs shortly after it has come. */
export function Countdown({ to, due }: { to: string; due: () => void }) {
  const [now, setNow] = useState(Date.now());
  const left = new Date(to).getTime() - now;
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => {
    const wait = new Date(to).getTime() - Date.now() + OutcomeAfter;
    const timer = setTimeout(due, Math.min(Math.max(wait, OutcomeAfter), 2 ** 31 - 1));
    return () => clearTimeout(timer);
  }, [to]);
  return <span class="money">{remaining(left)}</span>;
}
