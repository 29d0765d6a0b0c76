import { plusDays } from '../../../i18n/days';

/** How many days a plot shows at most. */
const MostDays = 400;

/** All days of a period, without those that are still to come. */
export function daysOf(from: string, to: string, now: string): string[] {
  const last = to < now ? to : now < from ? from : now;
  const days: string[] = [];
  for (let day = from; day <= last && days.length < MostDays; day = plusDays(day, 1)) {
    days.push(day);
  }
  return days;
}

/** The values of the days; a day without a row is zero. */
export function filled(days: readonly string[], rows: readonly { date: string; total: number }[]): number[] {
  const totals = new Map(rows.map((row) => [row.date, row.total]));
  return days.map((day) => totals.get(day) ?? 0);
}

/** The change from an earlier amount in tenths of a percent; null when there was nothing before. */
export function change(current: number, previous: number): number | null {
  if (previous === 0) {
    return null;
  }
  const before = BigInt(previous);
  const magnitude = before < 0n ? -before : before;
  const scaled = (BigInt(current) - before) * 1000n * 2n;
  const half = scaled < 0n ? -magnitude : magnitude;
  return Number((scaled + half) / (magnitude * 2n));
}
