/** A provider as far as its place on the page needs it. */
export interface Placed {
  provider: string;
  name: string;
  kind: string;
  state: string;
}

export interface Group<P> {
  /** `attention`, `connected`, or the kind of the providers that can be connected. */
  name: string;
  providers: P[];
}

/** What needs a person first, then what is connected, then what can be connected, by kind. */
export function grouped<P extends Placed>(all: readonly P[]): Group<P>[] {
  const found = new Map<string, P[]>([
    ['attention', []],
    ['connected', []],
  ]);
  for (const one of [...all].sort((a, b) => a.name.localeCompare(b.name))) {
    const name = one.state === 'error' || one.state === 'expired' ? 'attention' : one.state === 'connected' ? 'connected' : one.kind;
    found.set(name, [...(found.get(name) ?? []), one]);
  }
  return [...found].map(([name, providers]) => ({ name, providers })).filter((group) => group.providers.length > 0);
}
