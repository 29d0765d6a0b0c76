import { company } from '../data/company';
import { atNoon, dateText } from './days';
import { language } from './texts';

export { dateText, plusDays } from './days';

/** Day and month, for the current year in dense columns; else the whole date. */
export function shortDate(day: string | null | undefined): string {
  if (!day || day.slice(0, 4) !== today().slice(0, 4)) {
    return dateText(day);
  }
  return new Intl.DateTimeFormat(language.value, { day: '2-digit', month: '2-digit', timeZone: 'UTC' }).format(atNoon(day));
}

/** An instant in the time zone of the company. */
export function instantText(instant: string | null | undefined): string {
  if (!instant) {
    return '';
  }
  return new Intl.DateTimeFormat(language.value, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: company.value?.timeZone ?? 'UTC',
  }).format(new Date(instant));
}

/** How long ago, or in how long, for logs. */
export function relativeText(instant: string, now = Date.now()): string {
  const seconds = (new Date(instant).getTime() - now) / 1000;
  const format = new Intl.RelativeTimeFormat(language.value, { numeric: 'auto' });
  const steps: [number, Intl.RelativeTimeFormatUnit][] = [
    [60, 'second'],
    [3600, 'minute'],
    [86_400, 'hour'],
    [Infinity, 'day'],
  ];
  const [limit, unit] = steps.find(([most]) => Math.abs(seconds) < most)!;
  const size = { second: 1, minute: 60, hour: 3600, day: 86_400 }[unit as 'second' | 'minute' | 'hour' | 'day'];
  return limit ? format.format(Math.round(seconds / size), unit) : '';
}

/** Today in the time zone of the company, as `2026-11-20`. */
export function today(): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: company.value?.timeZone ?? 'UTC' }).format(new Date());
}
