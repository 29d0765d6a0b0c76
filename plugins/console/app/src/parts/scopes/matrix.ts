/** A scope as the service offers it to keys, or as a role can hold it. */
export interface Offered {
  scope: string;
  module: string;
  description: string;
}

/** A row of the picker: the scopes of one module, by the column in which they stand. */
export interface ModuleRow {
  module: string;
  cells: Record<string, Offered[]>;
}

/** Columns in their order; what a scope allows beyond these stands in the last one. */
export const Columns = ['view', 'create', 'update', 'cancel', 'refund', 'manage', 'other'] as const;

export function actionOf(scope: string): string {
  return scope.slice(scope.indexOf(':') + 1);
}

export function columnOf(scope: string): string {
  const action = actionOf(scope);
  if (action === 'read') {
    return 'view';
  }
  return (Columns as readonly string[]).includes(action) ? action : 'other';
}

/** Scopes by module and column, in the order in which the service names them; only those that match the search. */
export function matrix(offered: readonly Offered[], search = ''): ModuleRow[] {
  const wanted = search.trim().toLowerCase();
  const rows = new Map<string, ModuleRow>();
  for (const one of offered) {
    if (wanted && ![one.scope, one.module, one.description].some((text) => text.toLowerCase().includes(wanted))) {
      continue;
    }
    const row = rows.get(one.module) ?? { module: one.module, cells: {} };
    const column = columnOf(one.scope);
    row.cells[column] = [...(row.cells[column] ?? []), one];
    rows.set(one.module, row);
  }
  return [...rows.values()].sort((a, b) => a.module.localeCompare(b.module));
}

/** The columns that any row uses, so that a search does not leave empty ones. */
export function usedColumns(rows: readonly ModuleRow[]): string[] {
  return Columns.filter((column) => rows.some((row) => row.cells[column]));
}

/** Ready choices; scopes that are not offered are left out when one is taken. */
export const presets: Record<'readOnly' | 'shop' | 'accounting' | 'till', (scope: string) => boolean> = {
  readOnly: (scope) => columnOf(scope) === 'view',
  shop: among('sales:view', 'sales:create', 'sales:update', 'inventory:view', 'partners:view', 'partners:create', 'orders:view', 'orders:manage', 'events:read'),
  accounting: among('reports:view', 'exports:create', 'sales:view', 'purchases:view', 'wallets:view', 'partners:view', 'fiscal:view', 'dashboard:view'),
  till: among('sales:view', 'sales:create', 'sales:update', 'sales:refund', 'inventory:view', 'partners:view', 'wallets:view', 'transactions:create'),
};

function among(...scopes: string[]): (scope: string) => boolean {
  return (scope) => scopes.includes(scope);
}

interface Callable {
  operationId: string;
  method: string;
  path: string;
  summary: string;
}

interface Operations {
  [path: string]: Record<string, { operationId: string; summary: string; description?: string; 'x-scope'?: string[] }>;
}

/** How the contract says that an operation refuses keys. */
const PeopleOnly = 'Only for people who have logged in';

/** Who calls: a key, a key of the test mode, which only reads, or a person. */
export type Caller = 'key' | 'test key' | 'person';

/** Scopes that a session has through another one. */
const Through: Record<string, string> = {
  'webhooks:manage': 'developers:manage',
  'events:read': 'developers:manage',
  'exports:create': 'reports:view',
};

/** The operations of a company that a caller with these scopes may call. */
export function callable(paths: Operations, scopes: readonly string[], caller: Caller = 'key'): Callable[] {
  const holds = (scope: string) => scopes.includes(scope) || (caller === 'person' && scopes.includes(Through[scope] ?? scope));
  const found: Callable[] = [];
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const needed = operation['x-scope'];
      if (needed === undefined || !path.startsWith('/companies/{companyId}') || (caller !== 'person' && operation.description?.includes(PeopleOnly))) {
        continue;
      }
      const held = needed.length === 0 || needed.some(holds);
      if (held && (caller !== 'test key' || method === 'get')) {
        found.push({ operationId: operation.operationId, method: method.toUpperCase(), path, summary: operation.summary });
      }
    }
  }
  return found;
}
