import type { Answer } from '../data/call';
import type { Schema } from '../data/contract';
import { useAnswer } from '../data/query';

export type Category = Answer<'listTransactionCategories'>[number];

/** The categories of movements of the company. */
export function useCategories(): readonly Category[] {
  return useAnswer('listTransactionCategories', { query: { limit: '500' } }).data ?? [];
}

/** What a category is called; its key when it is not among them any more. */
export function categoryLabel(categories: readonly Category[], key: string | null): string {
  return categories.find((one) => one.key === key)?.label ?? key ?? '';
}

/** The categories for money in that direction. */
export function inDirection(categories: readonly Category[], direction: 'in' | 'out' | undefined): Category[] {
  return categories.filter((one) => !direction || one.direction === 'both' || one.direction === direction);
}

/** The schema of a body whose `category` is chosen from the categories instead of typed. */
export function withCategories(schema: Schema, categories: readonly Category[]): Schema {
  const choices = categories.map((one) => ({ const: one.key, title: one.label }));
  return { ...schema, properties: { ...schema.properties, category: { type: 'string', oneOf: choices } } };
}
