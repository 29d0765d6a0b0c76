/**
 * A number of a request as its decimal digits, such as `"12.50"`. It is written into the JSON text digit by digit,
 * so that an amount never passes through a floating-point value.
 */
export class ExactNumber {
  readonly digits: string;

  constructor(digits: string) {
    if (!/^-?\d+(\.\d+)?$/.test(digits)) {
      throw new RangeError(`not a decimal number: ${digits}`);
    }
    // JSON has no numbers with zeros before them.
    this.digits = digits.replace(/^(-?)0+(?=\d)/, '$1');
  }
}

/** An exact number where the types of the API say `number`. */
export function exact(digits: string): number {
  return new ExactNumber(digits) as unknown as number;
}

/** JSON text of a request. Members that are undefined are left out. */
export function toJson(value: unknown): string {
  if (value instanceof ExactNumber) {
    return value.digits;
  }
  if (value instanceof Date) {
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) {
    return `[${value.map((element) => toJson(element ?? null)).join(',')}]`;
  }
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .map(([name, member]) => `${JSON.stringify(name)}:${toJson(member)}`);
    return `{${members.join(',')}}`;
  }
  return JSON.stringify(value ?? null);
}
