import { decimal } from '../../../money/decimal';

/** What of a time entry the week needs. */
export interface Worked {
  id: string;
  date: string;
  minutes: number;
  project: string | null;
  partnerId: string | null;
  partner: { name: string } | null;
  billed: boolean;
}

export interface WeekRow<E extends Worked> {
  key: string;
  project: string;
  partnerId: string | null;
  partner: string;
  /** The entries of each day of the week. */
  days: E[][];
}

const Days = 7;

/** The Monday of the week of a day. */
export function mondayOf(day: string): string {
  const date = new Date(`${day}T12:00:00Z`);
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % Days));
  return date.toISOString().slice(0, 10);
}

export function daysOf(monday: string): string[] {
  return Array.from({ length: Days }, (_, index) => {
    const date = new Date(`${monday}T12:00:00Z`);
    date.setUTCDate(date.getUTCDate() + index);
    return date.toISOString().slice(0, 10);
  });
}

export function rowKey(project: string, partnerId: string | null): string {
  return `${partnerId ?? ''}\n${project}`;
}

/** One row for each project of each client, by name; the entries of a day are in its cell. */
export function rowsOf<E extends Worked>(entries: readonly E[], days: readonly string[]): WeekRow<E>[] {
  const rows = new Map<string, WeekRow<E>>();
  for (const entry of entries) {
    const at = days.indexOf(entry.date);
    if (at < 0) {
      continue;
    }
    const key = rowKey(entry.project ?? '', entry.partnerId);
    const row = rows.get(key) ?? emptyRow<E>(entry.project ?? '', entry.partnerId, entry.partner?.name ?? '');
    row.days[at]!.push(entry);
    rows.set(key, row);
  }
  return [...rows.values()].sort((a, b) => a.partner.localeCompare(b.partner) || a.project.localeCompare(b.project));
}

export function emptyRow<E extends Worked>(project: string, partnerId: string | null, partner: string): WeekRow<E> {
  return { key: rowKey(project, partnerId), project, partnerId, partner, days: Array.from({ length: Days }, () => []) };
}

export function minutesOf(entries: readonly Worked[]): number {
  return entries.reduce((sum, entry) => sum + entry.minutes, 0);
}

/** 90 minutes as `1:30`; none as an empty text. */
export function durationText(minutes: number): string {
  return minutes === 0 ? '' : `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}

const MinutesOfDay = 24 * 60;

/**
 * Minutes of a duration as it was typed: `1:30`, `1h30`, `45m`, or hours such as `1.5` and `1,5`. Empty is 0; null
 * when it is none, is no whole number of minutes or is longer than a day.
 */
export function parseDuration(typed: string): number | null {
  const text = typed.trim().toLowerCase();
  if (text === '') {
    return 0;
  }
  const clock = /^(\d{1,2})\s*[:h]\s*([0-5]\d)?$/.exec(text);
  const plain = /^(\d{1,4})\s*m(in)?$/.exec(text);
  let minutes: number | null = null;
  if (clock) {
    minutes = Number(clock[1]) * 60 + Number(clock[2] ?? 0);
  } else if (plain) {
    minutes = Number(plain[1]);
  } else {
    const hours = /^\d{1,2}([.,]\d{1,3})?$/.test(text) ? decimal(text.replace(',', '.')) : null;
    const whole = hours && (hours.units * 60n) % 10n ** BigInt(hours.places) === 0n;
    minutes = hours && whole ? Number((hours.units * 60n) / 10n ** BigInt(hours.places)) : null;
  }
  return minutes !== null && minutes >= 0 && minutes <= MinutesOfDay ? minutes : null;
}

/** What a typed cell means: what is to be written, taken away, or that it cannot be changed here. */
export type Change = { kind: 'none' } | { kind: 'put'; id: string | null; minutes: number } | { kind: 'remove'; id: string } | { kind: 'several' } | { kind: 'billed' };

export function changeOf(entries: readonly Worked[], minutes: number): Change {
  if (minutes === minutesOf(entries)) {
    return { kind: 'none' };
  }
  if (entries.length > 1) {
    return { kind: 'several' };
  }
  const entry = entries[0];
  if (entry?.billed) {
    return { kind: 'billed' };
  }
  if (minutes === 0) {
    return entry ? { kind: 'remove', id: entry.id } : { kind: 'none' };
  }
  return { kind: 'put', id: entry?.id ?? null, minutes };
}
