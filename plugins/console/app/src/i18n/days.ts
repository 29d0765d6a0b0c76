import { language } from './texts';

const DayFormat: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' };

/** Noon of a day: no time zone moves it to another day. */
export function atNoon(day: string): Date {
  return new Date(`${day.slice(0, 10)}T12:00:00Z`);
}

/** A business date (`2026-11-20`) for people. */
export function dateText(day: string | null | undefined): string {
  return day ? new Intl.DateTimeFormat(language.value, DayFormat).format(atNoon(day)) : '';
}

/** The day that lies `days` after another one. */
export function plusDays(day: string, days: number): string {
  const date = atNoon(day);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}
