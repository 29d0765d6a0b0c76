import { decimal, subtract, toText } from '../../money/decimal';

/** What remains of a quantity: exact, where a difference of numbers would be 0.19999999999999998. */
export function remainder(quantity: number, done: number): number {
  return Number(toText(subtract(decimal(String(quantity)), decimal(String(done)))));
}
