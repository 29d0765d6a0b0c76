import type { Contract, ContractOperation, Schema } from '../../../data/contract';

export interface Entry {
  method: string;
  path: string;
  operation: ContractOperation;
}

export interface Group {
  name: string;
  about: string;
  entries: Entry[];
}

/** The operations of a contract by plugin; only those in which every word of the search occurs. */
export function groups(contract: Pick<Contract, 'paths' | 'tags'>, search = ''): Group[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = new Map<string, Entry[]>();
  for (const [path, methods] of Object.entries(contract.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const text = `${method} ${path} ${operation.operationId} ${operation.summary} ${(operation['x-scope'] ?? []).join(' ')}`.toLowerCase();
      if (operation.operationId && words.every((word) => text.includes(word))) {
        const tag = operation.tags?.[0] ?? '';
        found.set(tag, [...(found.get(tag) ?? []), { method: method.toUpperCase(), path, operation }]);
      }
    }
  }
  const about = new Map(contract.tags.map((tag) => [tag.name, tag.description]));
  return [...found].map(([name, entries]) => ({ name, about: about.get(name) ?? '', entries }));
}

export function entryOf(contract: Pick<Contract, 'paths'>, id: string): Entry | undefined {
  for (const [path, methods] of Object.entries(contract.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      if (operation.operationId === id) {
        return { method: method.toUpperCase(), path, operation };
      }
    }
  }
  return undefined;
}

/** A short text for the type of a schema: `string (date)`, `sale | quote`, `array of Line`. */
export function typeText(schema: Schema): string {
  if (schema.$ref) {
    return schema.$ref.split('/').pop() ?? '';
  }
  if (schema.enum) {
    return schema.enum.map(String).join(' | ');
  }
  if (schema.oneOf) {
    return schema.oneOf.map(typeText).join(' | ');
  }
  const types = Array.isArray(schema.type) ? schema.type : [schema.type ?? 'any'];
  const text = types.map((type) => (type === 'array' ? `array of ${schema.items ? typeText(schema.items) : 'any'}` : type)).join(' | ');
  const format = schema.format ?? (schema['x-id'] ? `${schema['x-id']}_…` : '');
  return format ? `${text} (${format})` : text;
}
