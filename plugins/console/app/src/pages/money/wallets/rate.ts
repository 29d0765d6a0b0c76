import { decimal, rounded, toText, type Decimal } from '../../../money/decimal';

/** Decimals that a rate is shown with. */
const Places = 6;

/** a / b with a number of decimals, halves away from zero. */
export function quotient(a: Decimal, b: Decimal, places: number): Decimal {
  const top = { units: a.units * 10n ** BigInt(b.places + places + 1), places: 0 };
  const bottom = b.units * 10n ** BigInt(a.places);
  return rounded({ units: top.units / bottom, places: places + 1 }, places);
}

/** The rate that two amounts make: what one unit of the first is in the second; null while there is none. */
export function rateBetween(sent: string, received: string): string | null {
  const from = decimal(sent);
  if (from.units === 0n) {
    return null;
  }
  const text = toText(quotient(decimal(received), from, Places));
  return text.replace(/\.?0+$/, '');
}
