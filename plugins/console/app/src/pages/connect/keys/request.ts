/** The object that a path of the API is about: the last identifier in it that is not the company. */
export function objectOf(path: string): string | null {
  const ids = (path.split('?')[0] ?? '').split('/').filter((part) => /^[a-z]{3}_[0-9a-z]{26}$/.test(part) && !part.startsWith('com_'));
  return ids.at(-1) ?? null;
}

/** Around a request, in milliseconds: clocks of writing and logging differ a little. */
const Around = 1000;

/** The time in which the events of a request were written. */
export function momentOf(at: string, durationMs: number): { from: string; to: string } {
  const time = new Date(at).getTime();
  return { from: new Date(time - durationMs - Around).toISOString(), to: new Date(time + durationMs + Around).toISOString() };
}
