const Day = 86_400_000;

/** Days from one business date to another; negative when the other is before it. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / Day);
}
