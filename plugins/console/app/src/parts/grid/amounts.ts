import { decimal, multiply, rounded, subtract, toText, type Decimal } from '../../money/decimal';
import { decimalSign, parseAmount } from '../../money/parse';

const Hundredth: Decimal = { units: 1n, places: 2 };

/** `quantity × price`, less a discount in percent, rounded to the digits of the currency; null while it cannot be told. */
export function lineAmount(quantity: string, price: string, discount: string, digits: number): string | null {
  const [count, each, percent] = [quantity, price, discount || '0'].map((typed) => parseAmount(typed));
  if (!count || !each || !percent) {
    return null;
  }
  const full = multiply(decimal(count), decimal(each));
  const less = multiply(multiply(full, decimal(percent)), Hundredth);
  return toText(rounded(subtract(full, less), digits));
}

/** Was a sum or product typed, rather than a number? */
export function isSum(typed: string): boolean {
  return /[\d\s][*×x+-]/.test(typed.trim());
}

/** Digits as the person would type them: with the decimal sign of the language, without groups. */
export function typedText(digits: string): string {
  return digits.replace('.', decimalSign());
}

/** A cell after it was left: a sum becomes its result; everything else stays as it was typed. */
export function settled(typed: string): string {
  const digits = isSum(typed) ? parseAmount(typed) : null;
  return digits === null ? typed : typedText(digits);
}

/** Sum of two typed quantities; the second alone when the first is no number. */
export function raised(typed: string, by: string): string {
  const sum = parseAmount(`${typed || '0'}+${by}`);
  return typedText(sum ?? by);
}
