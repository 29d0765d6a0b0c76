import { add, compare, decimal, multiply, toText } from '../../../money/decimal';

/** Notes and coins by currency, as decimal texts. */
const Denominations: Record<string, readonly string[]> = {
  EUR: ['500', '200', '100', '50', '20', '10', '5', '2', '1', '0.50', '0.20', '0.10', '0.05', '0.02', '0.01'],
  USD: ['100', '50', '20', '10', '5', '2', '1', '0.50', '0.25', '0.10', '0.05', '0.01'],
  GBP: ['50', '20', '10', '5', '2', '1', '0.50', '0.20', '0.10', '0.05', '0.02', '0.01'],
  CHF: ['1000', '200', '100', '50', '20', '10', '5', '2', '1', '0.50', '0.20', '0.10', '0.05'],
  XOF: ['10000', '5000', '2000', '1000', '500', '250', '200', '100', '50', '25', '10', '5'],
  XAF: ['10000', '5000', '2000', '1000', '500', '100', '50', '25', '10', '5'],
};

/** The notes and coins of a currency; empty when they are not known here. */
export function denominationsOf(currency: string): readonly string[] {
  return Denominations[currency] ?? [];
}

/** Pieces by denomination, as typed. */
export type Pieces = Record<string, string>;

function counted(pieces: Pieces): [string, string][] {
  return Object.entries(pieces).filter(([, number]) => /^[1-9]\d*$/.test(number));
}

/** What the counted pieces are worth. */
export function worthOf(pieces: Pieces): string {
  return toText(counted(pieces).reduce((sum, [one, number]) => add(sum, multiply(decimal(one), decimal(number))), decimal('0')));
}

/** The count as the API takes it, the largest first; null when nothing was counted. */
export function countOf(pieces: Pieces): { denomination: string; quantity: number }[] | null {
  const rows = counted(pieces).sort(([a], [b]) => compare(decimal(b), decimal(a)));
  return rows.length === 0 ? null : rows.map(([denomination, number]) => ({ denomination, quantity: Number(number) }));
}

/** Is each number of pieces a whole one? */
export function whole(pieces: Pieces): boolean {
  return Object.values(pieces).every((number) => /^\d*$/.test(number));
}
