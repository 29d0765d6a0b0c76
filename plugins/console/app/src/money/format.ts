import { language } from '../i18n/texts';
import { toText } from './decimal';

/** Digits after the decimal point of a currency: XOF 0, EUR 2, TND 3. */
export function digitsOf(currency: string): number {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
}

/**
 * Minor units as the text of a decimal number: (1250, 'EUR') is "12.50". Unit prices come in minor units with up to
 * four decimals, as numbers of few digits: their shortest decimal text is exact.
 */
export function majorText(minor: number, currency: string): string {
  const [whole, fraction = ''] = plain(minor).split('.') as [string, string?];
  const places = digitsOf(currency) + fraction.length;
  return toText({ units: BigInt(whole + fraction), places });
}

/** The decimal text of a number without an exponent. */
function plain(value: number): string {
  const text = String(value);
  return text.includes('e') ? value.toFixed(10).replace(/\.?0+$/, '') : text;
}

function minus(text: string): string {
  return text.replace('-', '\u2212');
}

export interface MoneyStyle {
  /** Without the currency, for a column that has it in its head. */
  bare?: boolean;
  /** Zero as a dash, for balances. */
  dash?: boolean;
}

/** An amount of the service (minor units) for people. */
export function money(minor: number | null | undefined, currency: string, style: MoneyStyle = {}): string {
  if (minor === null || minor === undefined) {
    return '';
  }
  if (style.dash && minor === 0) {
    return '–';
  }
  const text = majorText(minor, currency);
  const places = Math.max(digitsOf(currency), text.split('.')[1]?.length ?? 0);
  const format = new Intl.NumberFormat(language.value, {
    ...(style.bare ? {} : { style: 'currency', currency }),
    minimumFractionDigits: digitsOf(currency),
    maximumFractionDigits: places,
  });
  // A text keeps all its digits; a number would not.
  return minus(format.format(text as unknown as number));
}

/** A quantity or rate for people, with the decimals that it has. */
export function quantity(value: number | null | undefined): string {
  if (value === null || value === undefined) {
    return '';
  }
  return minus(new Intl.NumberFormat(language.value, { maximumFractionDigits: 6 }).format(value));
}

export function percent(value: number | null | undefined): string {
  return value === null || value === undefined ? '' : `${quantity(value)}\u202f%`;
}
