import { add, compare, decimal, multiply, rounded, subtract, toText, type Decimal } from '../../../money/decimal';

/** What of an item the till needs, kept on the device. */
export interface Product {
  id: string;
  name: string;
  sku: string | null;
  barcode: string | null;
  category: string | null;
  /** Digits of the price; null when it is asked for. */
  price: string | null;
  taxRate: number | null;
}

export interface BasketLine {
  itemId: string;
  label: string;
  quantity: string;
  price: string;
  taxRate: number | null;
}

export interface Basket {
  /** Names the sale: also in its Idempotency-Key and its external id. */
  id: string;
  lines: BasketLine[];
}

export interface Payment {
  method: 'cash' | 'card' | 'mobile_money';
  walletId: string;
  amount: string;
  tendered?: string;
  reference?: string;
}

const Zero: Decimal = { units: 0n, places: 0 };

/** One more of a product: on its line when the price is the same, else on a new one. */
export function withProduct(basket: Basket, product: Product, price: string, quantity = '1'): Basket {
  const at = basket.lines.findIndex((line) => line.itemId === product.id && line.price === price);
  if (at >= 0) {
    const line = basket.lines[at]!;
    return withQuantity(basket, at, toText(add(decimal(line.quantity), decimal(quantity))));
  }
  const line = { itemId: product.id, label: product.name, quantity, price, taxRate: product.taxRate };
  return { ...basket, lines: [...basket.lines, line] };
}

/** Another quantity on a line; none takes the line away. */
export function withQuantity(basket: Basket, at: number, quantity: string): Basket {
  const lines = basket.lines.map((line, index) => (index === at ? { ...line, quantity } : line));
  return { ...basket, lines: lines.filter((line) => compare(decimal(line.quantity), Zero) > 0) };
}

/**
 * What the basket costs by the catalogue that is on the device: shown until the service has answered, and taken when
 * it cannot be reached. Tax that prices do not include is added for each rate.
 */
export function totalOf(basket: Basket, places: number, pricesIncludeTax: boolean, defaultRate: number): string {
  const byRate = new Map<number, Decimal>();
  for (const line of basket.lines) {
    const rate = line.taxRate ?? defaultRate;
    const amount = rounded(multiply(decimal(line.price), decimal(line.quantity)), places);
    byRate.set(rate, add(byRate.get(rate) ?? Zero, amount));
  }
  let total = Zero;
  for (const [rate, net] of byRate) {
    const tax = pricesIncludeTax ? Zero : rounded(multiply(multiply(net, decimal(String(rate))), { units: 1n, places: 2 }), places);
    total = add(total, add(net, tax));
  }
  return toText(rounded(total, places));
}

export function remaining(total: string, payments: readonly Payment[]): string {
  return toText(payments.reduce((left, one) => subtract(left, decimal(one.amount)), decimal(total)));
}

/** What is given back of the money that was handed over; null when it is not enough. */
export function changeOf(due: string, tendered: string): string | null {
  const left = subtract(decimal(tendered), decimal(due));
  return left.units < 0n ? null : toText(left);
}

export function isZero(digits: string): boolean {
  return decimal(digits).units === 0n;
}

export function isAbove(a: string, b: string): boolean {
  return compare(decimal(a), decimal(b)) > 0;
}

/** Notes and coins of a currency, in digits, the largest first. Others are counted as one amount. */
const Denominations: Record<string, readonly string[]> = {
  EUR: ['500', '200', '100', '50', '20', '10', '5', '2', '1', '0.50', '0.20', '0.10', '0.05', '0.02', '0.01'],
  USD: ['100', '50', '20', '10', '5', '2', '1', '0.50', '0.25', '0.10', '0.05', '0.01'],
  GBP: ['50', '20', '10', '5', '2', '1', '0.50', '0.20', '0.10', '0.05', '0.02', '0.01'],
  CHF: ['1000', '200', '100', '50', '20', '10', '5', '2', '1', '0.50', '0.20', '0.10', '0.05'],
  XOF: ['10000', '5000', '2000', '1000', '500', '250', '200', '100', '50', '25', '10', '5'],
  XAF: ['10000', '5000', '2000', '1000', '500', '100', '50', '25', '10', '5'],
  TND: ['50', '20', '10', '5', '2', '1', '0.500', '0.200', '0.100', '0.050', '0.020', '0.010'],
  MAD: ['200', '100', '50', '20', '10', '5', '2', '1', '0.50', '0.20', '0.10'],
};

export function denominationsOf(currency: string): readonly string[] {
  return Denominations[currency] ?? [];
}

/** Sum of counted notes and coins. */
export function counted(quantities: Readonly<Record<string, string>>): string {
  let sum = Zero;
  for (const [denomination, quantity] of Object.entries(quantities)) {
    if (/^\d+$/.test(quantity)) {
      sum = add(sum, multiply(decimal(denomination), decimal(quantity)));
    }
  }
  return toText(sum);
}

/** Most amounts that are offered. */
const QuickAmounts = 5;

/** What a guest is likely to hand over: the exact amount, and it rounded up to what notes make. */
export function quickAmounts(due: string, currency: string): string[] {
  const wanted = decimal(due);
  const amounts = [due];
  for (const note of [...denominationsOf(currency)].reverse()) {
    const step = decimal(note);
    if (step.places > 0 || step.units < 5n) {
      continue;
    }
    const whole = rounded(wanted, 0).units + (compare(rounded(wanted, 0), wanted) < 0 ? 1n : 0n);
    const up = ((whole + step.units - 1n) / step.units) * step.units;
    const text = up.toString();
    if (!amounts.some((one) => compare(decimal(one), decimal(text)) === 0)) {
      amounts.push(text);
    }
  }
  return amounts.sort((a, b) => compare(decimal(a), decimal(b))).slice(0, QuickAmounts);
}
