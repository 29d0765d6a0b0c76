import { signal } from '@preact/signals';

/** The company of the address `/console/c/{companyId}/…`; null outside of one. */
export const companyId = signal<string | null>(null);

/** An address of the company, such as `placed('/sales')`. */
export function placed(route: string): string {
  return `/console/c/${companyId.value ?? ''}${route === '/' ? '' : route}`;
}
