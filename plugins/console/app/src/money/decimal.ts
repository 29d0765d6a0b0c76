/** Exact decimals as an integer and a number of places: 12.50 is { units: 1250n, places: 2 }. */
export interface Decimal {
  units: bigint;
  places: number;
}

export function decimal(text: string): Decimal {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  if (!match) {
    throw new RangeError(`not a decimal number: ${text}`);
  }
  const fraction = match[3] ?? '';
  const units = BigInt(match[2]! + fraction);
  return { units: match[1] ? -units : units, places: fraction.length };
}

export function toText({ units, places }: Decimal): string {
  const digits = (units < 0n ? -units : units).toString().padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places);
  const fraction = places > 0 ? `.${digits.slice(digits.length - places)}` : '';
  return `${units < 0n ? '-' : ''}${whole}${fraction}`;
}

function scaled({ units, places }: Decimal, to: number): bigint {
  return units * 10n ** BigInt(to - places);
}

export function add(a: Decimal, b: Decimal): Decimal {
  const places = Math.max(a.places, b.places);
  return { units: scaled(a, places) + scaled(b, places), places };
}

export function subtract(a: Decimal, b: Decimal): Decimal {
  return add(a, { units: -b.units, places: b.places });
}

export function multiply(a: Decimal, b: Decimal): Decimal {
  return { units: a.units * b.units, places: a.places + b.places };
}

/** Rounds to a number of places, halves away from zero. */
export function rounded(value: Decimal, places: number): Decimal {
  if (value.places <= places) {
    return { units: scaled(value, places), places };
  }
  const divisor = 10n ** BigInt(value.places - places);
  const magnitude = value.units < 0n ? -value.units : value.units;
  const units = (magnitude * 2n + divisor) / (divisor * 2n);
  return { units: value.units < 0n ? -units : units, places };
}

export function compare(a: Decimal, b: Decimal): number {
  const { units } = subtract(a, b);
  return units < 0n ? -1 : units > 0n ? 1 : 0;
}
