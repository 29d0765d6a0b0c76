import { bodySchema, type Schema } from '../../data/contract';
import type { OperationId } from '../../data/call';

/** The contract of a body without its lines, which a grid checks. */
export function withoutLines(operation: OperationId): Schema {
  const schema = bodySchema(operation);
  const { lines: _, ...properties } = schema.properties ?? {};
  return { ...schema, properties, required: (schema.required ?? []).filter((name) => name !== 'lines') };
}
