import { decimal, rounded } from '../../../money/decimal';
import { digitsOf, money } from '../../../money/format';

/** Minor units of an amount that was typed or computed here, for showing it. */
export function minorOf(digits: string, currency: string): number {
  const places = digitsOf(currency);
  return Number(rounded(decimal(digits), places).units);
}

export function digitsText(digits: string, currency: string): string {
  return money(minorOf(digits, currency), currency);
}

/** An amount that is held as decimal digits. */
export function Digits({ digits, currency }: { digits: string; currency: string }) {
  return <span class="money">{digitsText(digits, currency)}</span>;
}

