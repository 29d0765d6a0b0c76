import { company, membership } from '../data/company';
import { fetchAsPerson } from '../data/plain';
import { placed } from '../data/place';
import { dateText } from '../i18n/dates';
import { language } from '../i18n/texts';
import { money } from '../money/format';
import { notify } from '../parts/notices';
import type { Context } from './context';

/** What a module is given: nothing of the console itself, only what the contract names. */
export function contextOf(record: unknown, go: (to: string) => void): Context {
  const { id, name, currency, country, timeZone } = company.value!;
  return {
    version: 1,
    company: { id, name, currency, country: country ?? '', timeZone },
    permissions: [...(membership.value?.permissions ?? [])],
    language: language.value,
    record: structuredClone(record ?? null),
    api: fetchAsPerson,
    navigate: (route) => go(placed(route)),
    format: { money: (minor, unit) => money(minor, unit), date: dateText },
    notify: (text, options) => notify(text, { failed: options?.failed ?? false }),
  };
}
