const Named = '{id}';

function parts(route: string): string[] {
  return route.split('/').filter(Boolean);
}

/** The declared page of an address below the company, and the identifier in it. Routes without `{id}` go first. */
export function matched<P extends { route: string }>(address: string, pages: readonly P[]): { page: P; id: string } | null {
  const wanted = parts(address);
  const fixedFirst = [...pages].sort((a, b) => Number(parts(a.route).includes(Named)) - Number(parts(b.route).includes(Named)));
  for (const page of fixedFirst) {
    const steps = parts(page.route);
    if (steps.length > 0 && steps.length === wanted.length && steps.every((step, index) => step === Named || step === wanted[index])) {
      const at = steps.indexOf(Named);
      return { page, id: at < 0 ? '' : decodeURIComponent(wanted[at]!) };
    }
  }
  return null;
}
