/** A type of event of the catalogue, as far as choosing one needs it. */
export interface EventType {
  type: string;
  family: string;
  reserved: boolean;
  descriptions: Record<string, string>;
}

export interface Family {
  family: string;
  types: EventType[];
}

export function families(catalogue: readonly EventType[]): Family[] {
  const found = new Map<string, EventType[]>();
  for (const one of catalogue) {
    found.set(one.family, [...(found.get(one.family) ?? []), one]);
  }
  return [...found].map(([family, types]) => ({ family, types })).sort((a, b) => a.family.localeCompare(b.family));
}

/** Does a pattern (`*`, `invoice.*`, `invoice.paid`) take this type? */
export function matches(pattern: string, one: EventType): boolean {
  return pattern === '*' || pattern === one.type || pattern === `${one.family}.*`;
}

/** The types that patterns take together. */
export function matching(patterns: readonly string[], catalogue: readonly EventType[]): EventType[] {
  return catalogue.filter((one) => patterns.some((pattern) => matches(pattern, one)));
}

/** Adds or takes away a pattern; a wider one replaces those that it holds already. */
export function withPattern(patterns: readonly string[], pattern: string, on: boolean): string[] {
  if (!on) {
    return patterns.filter((one) => one !== pattern);
  }
  const family = pattern.endsWith('.*') ? pattern.slice(0, -1) : null;
  const kept = pattern === '*' ? [] : patterns.filter((one) => one !== pattern && (family === null || !one.startsWith(family)));
  return [...kept, pattern];
}
