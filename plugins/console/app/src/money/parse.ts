import { add, decimal, multiply, toText, type Decimal } from './decimal';
import { language } from '../i18n/texts';

/** Which sign a language writes between the whole part and its fraction. */
export function decimalSign(): string {
  return new Intl.NumberFormat(language.value).formatToParts(1.5).find((part) => part.type === 'decimal')?.value ?? '.';
}

/**
 * The digits of a number as a person typed it: `1234.5`, `1 234,50`, `12,5`. Null when it is not a number, or when it
 * could be read in two ways (`1,234` may be a thousand or one and a bit), which is refused and never guessed.
 */
export function parseNumber(typed: string): string | null {
  const spaced = typed.trim().replace('\u2212', '-');
  // Spaces and apostrophes separate thousands, nothing else.
  if (/[\s'’]/.test(spaced) && !/^[+-]?\s?\d{1,3}([\s'’]\d{3})*([.,]\d+)?$/.test(spaced)) {
    return null;
  }
  const text = spaced.replace(/[\s'’]/g, '');
  const match = /^([+-]?)([\d.,]+)$/.exec(text);
  if (!match) {
    return null;
  }
  const sign = match[1] === '-' ? '-' : '';
  const body = match[2]!;
  const signs = [...body].filter((character) => character === '.' || character === ',');
  if (signs.length === 0) {
    return sign + body;
  }
  const last = Math.max(body.lastIndexOf('.'), body.lastIndexOf(','));
  const mark = body[last]!;
  const other = mark === '.' ? ',' : '.';
  const after = body.length - last - 1;
  const groups = body.slice(0, last).split(other);
  const grouped = groups.length > 1;
  if (signs.filter((one) => one === mark).length > 1) {
    // The same sign several times separates thousands.
    return body.includes(other) || !/^\d{1,3}([.,]\d{3})+$/.test(body) ? null : sign + body.replaceAll(mark, '');
  }
  if (grouped && (!/^\d{1,3}$/.test(groups[0]!) || groups.slice(1).some((group) => group.length !== 3))) {
    return null;
  }
  if (!grouped && after === 3 && mark !== decimalSign() && /^[1-9]\d{0,2}$/.test(groups[0]!)) {
    return null;
  }
  if (after === 0) {
    return null;
  }
  return `${sign}${groups.join('') || '0'}.${body.slice(last + 1)}`;
}

/** A number, or a product or sum of numbers (`3*19.90`, `12+7,5`), as its digits; null when it is none. */
export function parseAmount(typed: string): string | null {
  let sum: Decimal = { units: 0n, places: 0 };
  // Terms and the signs between them by turns.
  const terms = typed.trim().replaceAll('\u2212', '-').split(/(?<=[\d\s])([+-])/);
  let sign = 1n;
  for (const [index, term] of terms.entries()) {
    if (index % 2 === 1) {
      sign = term === '-' ? -1n : 1n;
      continue;
    }
    let product: Decimal = { units: sign, places: 0 };
    for (const factor of term.split(/[*×x]/)) {
      const digits = parseNumber(factor);
      if (digits === null) {
        return null;
      }
      product = multiply(product, decimal(digits));
    }
    sum = add(sum, product);
  }
  const text = toText(sum);
  return text.includes('.') ? text.replace(/\.?0+$/, '') || '0' : text;
}
