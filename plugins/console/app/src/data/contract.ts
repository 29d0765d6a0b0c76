import { signal } from '@preact/signals';
import { operationTable } from '../../gen/operations';
import type { OperationId } from './call';

/** JSON Schema 2020-12 as far as contracts and settings use it, with the extensions of the service. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  title?: string;
  description?: string;
  default?: unknown;
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  oneOf?: Schema[];
  additionalProperties?: boolean | Schema;
  'x-id'?: string;
  'x-money'?: boolean | string;
  'x-secret'?: boolean;
  'x-order'?: number;
  'x-group'?: string;
  'x-unit'?: string;
  'x-help'?: string;
  'x-labels'?: Record<string, string>;
  'x-lookup'?: string;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: Schema;
}

export interface ContractOperation {
  operationId: string;
  summary: string;
  description?: string;
  tags?: string[];
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { content: Record<string, { schema: Schema; example?: unknown }> };
  responses: Record<string, { description?: string; content?: Record<string, { schema: Schema; example?: unknown }> }>;
  'x-scope'?: string[];
  'x-errors'?: string[];
  'x-page'?: 'array' | 'page' | 'cursor';
}

export interface Contract {
  info: { version: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, ContractOperation>>;
  webhooks?: Record<string, unknown>;
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> };
}

/** The document of this installation; null until it was read. It has only what is enabled here. */
export const contract = signal<Contract | null>(null);

/** The build of the service when the console was opened, and now. */
export const builds = signal<{ opened: string; now: string } | null>(null);

export async function readContract(): Promise<void> {
  const response = await fetch('/openapi.json', { cache: 'no-cache' });
  if (!response.ok) {
    return;
  }
  const read = (await response.json()) as Contract;
  builds.value = { opened: builds.value?.opened ?? read.info.version, now: read.info.version };
  contract.value = read;
}

/** Method, path and scopes of an operation. */
export type OperationRoute = readonly [method: string, path: string, scopes: readonly string[]];

/** The route of an operation; those of plugins that this build does not know come from the contract. */
export function routeOf(id: OperationId | string): OperationRoute | undefined {
  const known = operationTable[id as OperationId] as OperationRoute | undefined;
  if (known) {
    return known;
  }
  for (const [path, methods] of Object.entries(contract.value?.paths ?? {})) {
    for (const [method, found] of Object.entries(methods)) {
      if (found.operationId === id) {
        return [method.toUpperCase(), path, found['x-scope'] ?? []];
      }
    }
  }
  return undefined;
}

/** An operation of this installation; undefined when its plugin is not enabled. */
export function operation(id: OperationId | string): ContractOperation | undefined {
  const route = routeOf(id);
  return route && contract.value?.paths[route[1]]?.[route[0].toLowerCase()];
}

/** The schema behind `$ref`. */
export function resolved(schema: Schema | undefined): Schema {
  const name = schema?.$ref?.split('/').pop();
  return name ? { ...resolved(contract.value?.components.schemas[name]), ...withoutRef(schema) } : (schema ?? {});
}

function withoutRef(schema: Schema | undefined): Schema {
  const { $ref: _, ...rest } = schema ?? {};
  return rest;
}

export function parametersOf(found: ContractOperation): Parameter[] {
  return (found.parameters ?? []).map((one) =>
    '$ref' in one ? contract.value!.components.parameters[one.$ref.split('/').pop()!]! : one,
  );
}

/** Schema of the JSON body that an operation takes. */
export function bodySchema(id: OperationId): Schema {
  return resolved(operation(id)?.requestBody?.content['application/json']?.schema);
}

/** Schema of a record of a list, or of the record that an operation answers. */
export function recordSchema(id: OperationId): Schema {
  const responses = operation(id)?.responses ?? {};
  const answer = responses['200'] ?? responses['201'];
  let schema = resolved(answer?.content?.['application/json']?.schema);
  schema = resolved(schema.oneOf?.[0] ?? schema);
  if (schema.type === 'array') {
    return resolved(schema.items);
  }
  const data = schema.properties?.['data'];
  return data?.type === 'array' ? resolved(data.items) : schema;
}

/** The types of a schema without null. */
export function typeOf(schema: Schema): string {
  const types = Array.isArray(schema.type) ? schema.type.filter((one) => one !== 'null') : [schema.type];
  return types[0] ?? 'string';
}

/** Amounts that contracts describe as plain integers. */
const Amounts = new Set([
  'subtotal', 'taxTotal', 'discountTotal', 'total', 'totalBase', 'paid', 'refunded', 'credited', 'balance', 'net', 'tax', 'amount',
  'prepaid', 'payable', 'refundable',
]);

/** Is the value an amount: minor units in answers, decimal numbers of major units in requests? */
export function isMoney(name: string, schema: Schema): boolean {
  return Boolean(schema['x-money']) || (typeOf(schema) === 'integer' && Amounts.has(name));
}
