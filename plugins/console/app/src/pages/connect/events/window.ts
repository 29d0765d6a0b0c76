/** The windows that "earlier" widens one after the other, in hours; the last one is everything that is kept. */
export const Windows = ['1', '6', '24', '168', 'all'] as const;
export type Window = (typeof Windows)[number];

export function isWindow(text: string | undefined): text is Window {
  return (Windows as readonly string[]).includes(text ?? '');
}

/** The next wider window; undefined after the widest. */
export function wider(window: Window): Window | undefined {
  return Windows[Windows.indexOf(window) + 1];
}

const Hour = 3_600_000;

/** The instant at which a window begins; undefined for everything. */
export function beginOf(window: Window, now: number): string | undefined {
  return window === 'all' ? undefined : new Date(now - Number(window) * Hour).toISOString();
}

/** New events before those that are known, each once. */
export function merged<E extends { id: string }>(newer: readonly E[], known: readonly E[]): E[] {
  const ids = new Set(known.map((one) => one.id));
  return [...newer.filter((one) => !ids.has(one.id)), ...known];
}
