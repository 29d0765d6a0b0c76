import { computed } from '@preact/signals';
import { signal } from '@preact/signals';
import { call, type Answer, type OperationId } from './call';
import { contract, operation, routeOf } from './contract';
import { companyId } from './place';
import { memberships } from './session';

export type Company = Answer<'readCompany'>;

/** The company of the address; null until it was read. */
export const company = signal<Company | null>(null);
/** Limits every list that can be limited to one; empty: all. */
export const businessUnit = signal('');

/** Scopes that a session has through another one (the permissions of roles). */
const Through: Record<string, string> = {
  'webhooks:manage': 'developers:manage',
  'events:read': 'developers:manage',
  'exports:create': 'reports:view',
};

export const membership = computed(() => memberships.value.find((one) => one.id === companyId.value) ?? null);

export async function readCompany(): Promise<void> {
  company.value = await call('readCompany');
}

/** Has the person this scope in the company? */
export function holds(scope: string): boolean {
  const held = membership.value?.permissions ?? [];
  return held.includes(scope) || held.includes(Through[scope] ?? scope);
}

/** Why something is not shown: what is missing, or null when it is there. */
export interface Missing {
  kind: 'plugin' | 'module' | 'scope';
  name: string;
}

/**
 * What is missing for an operation: its plugin in this installation, its module in the company, or the scope of
 * the person. One of the scopes of an operation is enough.
 */
export function missing(id: OperationId): Missing | null {
  const found = operation(id);
  if (!found) {
    return contract.value ? { kind: 'plugin', name: id } : null;
  }
  const module = found.tags?.[0];
  const modules = company.value?.modules;
  if (module && modules && module !== 'host' && module !== 'service' && !modules.includes(module)) {
    return { kind: 'module', name: module };
  }
  const scopes = routeOf(id)?.[2] ?? [];
  return scopes.length === 0 || scopes.some(holds) ? null : { kind: 'scope', name: scopes[0]! };
}

/** May the person call this operation? Rights shown are a courtesy: the service decides. */
export function may(id: OperationId): boolean {
  return missing(id) === null;
}
