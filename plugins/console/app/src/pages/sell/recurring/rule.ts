import type { Row } from '../../../data/call';
import { changed } from '../../../data/query';
import { texts } from '../../../i18n/texts';

export type Rule = Row<'listRecurringSales'>;

const t = texts({
  en: { day: { one: 'Every day', other: 'Every {n} days' }, week: { one: 'Every week', other: 'Every {n} weeks' }, month: { one: 'Every month', other: 'Every {n} months' }, year: { one: 'Every year', other: 'Every {n} years' }, on: '{every}, on day {day}' },
  fr: { day: { one: 'Chaque jour', other: 'Tous les {n} jours' }, week: { one: 'Chaque semaine', other: 'Toutes les {n} semaines' }, month: { one: 'Chaque mois', other: 'Tous les {n} mois' }, year: { one: 'Chaque année', other: 'Tous les {n} ans' }, on: '{every}, le {day}' },
  de: { day: { one: 'Jeden Tag', other: 'Alle {n} Tage' }, week: { one: 'Jede Woche', other: 'Alle {n} Wochen' }, month: { one: 'Jeden Monat', other: 'Alle {n} Monate' }, year: { one: 'Jedes Jahr', other: 'Alle {n} Jahre' }, on: '{every}, am {day}.' },
});

/** A rule in words: "Every 3 months, on day 1". */
export function ruleText({ every, interval, dayOfMonth }: Pick<Rule, 'every' | 'interval' | 'dayOfMonth'>): string {
  const text = t(every, { n: interval });
  return dayOfMonth && every === 'month' ? t('on', { every: text, day: dayOfMonth }) : text;
}

/** After a write: the rules are read again where they are shown. */
export function rulesChanged(): Promise<void> {
  return changed('listRecurringSales');
}
