import { catalogue } from './catalogue';
import { dateText } from './days';
import { language } from './texts';
import type { Problem } from '../data/problem';

/** `paymentStatus` → "Payment status", for names that no catalogue has. */
function spelled(name: string): string {
  const spaced = name.replace(/[_-]/g, ' ').replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

function entry(all: Record<string, string>, key: string): string | undefined {
  return Object.hasOwn(all, key) ? all[key] : undefined;
}

/** The name of a field of the API, such as `dueDate`. */
export function fieldName(field: string): string {
  return entry(catalogue.value.fields, field) ?? spelled(field);
}

/** The name of a place in a body: `lines[0].quantity` → "Lines 1 · Quantity". */
export function pathName(path: string): string {
  return path
    .split('.')
    .map((step) => {
      const [name = '', index] = step.split(/[[\]]/);
      return index ? `${fieldName(name)} ${Number(index) + 1}` : fieldName(name);
    })
    .join(' · ');
}

/**
 * The word for a value of an enumeration of the API, such as `partially_paid`. The name of its field tells apart values
 * that mean different things: a `transfer` is one of goods as the `reason` of a movement of stock.
 */
export function word(value: string, field?: string): string {
  const { words } = catalogue.value;
  return (field && entry(words, `${field}.${value}`)) || entry(words, value) || spelled(value);
}

function sizeText(bytes: number): string {
  return new Intl.NumberFormat(language.value, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 }).format(bytes / 2 ** 20);
}

/** What `{…}` in a sentence stands for, from what follows the colon of the code. */
function filler(detail: string): Record<string, () => string> {
  const colon = detail.lastIndexOf(':');
  const first = colon < 0 ? detail : detail.slice(0, colon);
  return {
    detail: () => detail,
    first: () => first,
    last: () => detail.slice(colon + 1),
    line: () => detail.split(':')[0]!,
    field: () => pathName(first),
    word: () => word(detail),
    module: () => word(detail, 'module'),
    date: () => dateText(detail),
    bytes: () => sizeText(Number(detail)),
  };
}

/** What a problem means, in a sentence; the code itself when no catalogue has it. */
export function sentence(problem: Pick<Problem, 'code' | 'detail' | 'message'>): string {
  const fill = filler(problem.detail);
  return entry(catalogue.value.codes, problem.code)?.replace(/\{(\w+)\}/g, (whole, name: string) => fill[name]?.() ?? whole) ?? problem.message;
}
