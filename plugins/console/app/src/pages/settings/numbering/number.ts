/** The number that a pattern gives: `INV-{YYYY}-{000000}` → `INV-2026-000042`. `{BU}` is the code of a unit. */
export function numberOf(pattern: string, year: number, next: number, unit = '…'): string {
  return pattern
    .replace('{YYYY}', String(year))
    .replace('{YY}', String(year).slice(-2))
    .replace('{BU}', unit)
    .replace(/\{(0+)\}/, (_, zeros: string) => String(next).padStart(zeros.length, '0'));
}

/** What is wrong with a pattern; the service decides about clashes with other kinds. */
export function patternProblem(pattern: string, perUnit: boolean): 'year' | 'zeros' | 'unit' | null {
  if (!/\{YY(YY)?\}/.test(pattern)) {
    return 'year';
  }
  if ((pattern.match(/\{0+\}/g) ?? []).length !== 1) {
    return 'zeros';
  }
  return perUnit && !pattern.includes('{BU}') ? 'unit' : null;
}
