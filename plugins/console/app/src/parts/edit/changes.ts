import { isMoney, resolved, typeOf, type Schema } from '../../data/contract';
import { language } from '../../i18n/texts';
import { majorText } from '../../money/format';
import type { Draft } from '../form/draft';

/** Decimal digits as the person would type them: with the decimal sign of their language. */
export function asTyped(digits: string): string {
  const sign = new Intl.NumberFormat(language.value).formatToParts(1.5).find((part) => part.type === 'decimal')?.value ?? '.';
  return digits.replace('.', sign);
}

/** An amount of an answer (minor units) as the person would type it. */
export function amountTyped(minor: number | null | undefined, currency: string): string {
  return minor === null || minor === undefined ? '' : asTyped(majorText(minor, currency));
}

/** What a form shows of a record before anything was typed. */
export function draftOf(record: Record<string, unknown>, schema: Schema, names: readonly string[], currency: string): Draft {
  const draft: Draft = {};
  for (const name of names) {
    const value = record[name];
    const property = resolved(schema.properties?.[name]);
    if (value === null || value === undefined) {
      continue;
    }
    if (typeof value === 'number') {
      draft[name] = isMoney(name, property) ? amountTyped(value, currency) : asTyped(String(value));
    } else if (typeOf(property) === 'object' && property.properties) {
      draft[name] = Object.fromEntries(Object.entries(value as object).map(([key, one]) => [key, one ?? '']));
    } else {
      draft[name] = value;
    }
  }
  return draft;
}

/** Empty texts and objects of empty texts are nothing. */
function emptied(value: unknown): unknown {
  if (value === '' || value === undefined) {
    return null;
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const parts = Object.entries(value).filter(([, one]) => emptied(one) !== null);
    return parts.length === 0 ? null : Object.fromEntries(parts);
  }
  return value;
}

/** Names of the fields that were typed over. */
export function changedFields(before: Draft, now: Draft): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(now)]);
  return [...names].filter((name) => JSON.stringify(emptied(before[name])) !== JSON.stringify(emptied(now[name])));
}

/** The body of a PATCH: what was changed only; null for what was emptied. */
export function changesOf(before: Draft, now: Draft, body: Draft): Draft {
  return Object.fromEntries(changedFields(before, now).map((name) => [name, emptied(now[name]) === null ? null : body[name]]));
}
