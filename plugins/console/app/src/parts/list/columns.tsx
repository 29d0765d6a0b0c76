import type { ComponentChildren } from 'preact';
import type { OperationId, Row } from '../../data/call';
import { company } from '../../data/company';
import { isMoney, recordSchema, resolved, typeOf, type Schema } from '../../data/contract';
import { preferences } from '../../data/preferences';
import { dateText, instantText } from '../../i18n/dates';
import { fieldName, word } from '../../i18n/names';
import { money, quantity } from '../../money/format';
import { Badge } from '../controls';

/** A column as a page names it: a field of the record, or a field with what is special about it. */
export type ColumnOf<R> = (keyof R & string) | Column<R>;

export interface Column<R> {
  field: keyof R & string;
  label?: string;
  /** Width in pixels before the person changed it. */
  width?: number;
  /** What is shown instead of the value. */
  show?: (row: R) => ComponentChildren;
  /** The text of the value in an export; needed with `show` only when the value itself is not the text. */
  text?: (row: R) => string;
}

export interface ReadyColumn<R> {
  field: string;
  label: string;
  width: number;
  right: boolean;
  show: (row: R) => ComponentChildren;
  text: (row: R) => string;
}

type Kind = 'money' | 'number' | 'date' | 'instant' | 'state' | 'flag' | 'named' | 'text';

const Widths: Record<Kind, number> = {
  money: 120, number: 96, date: 112, instant: 160, state: 136, flag: 80, named: 200, text: 160,
};

function kindOf(name: string, schema: Schema): Kind {
  const type = typeOf(schema);
  if (isMoney(name, schema)) {
    return 'money';
  }
  if (schema.format === 'date') {
    return 'date';
  }
  if (schema.format === 'date-time') {
    return 'instant';
  }
  if (schema.enum) {
    return 'state';
  }
  if (type === 'boolean') {
    return 'flag';
  }
  if (type === 'integer' || type === 'number') {
    return 'number';
  }
  return type === 'object' ? 'named' : 'text';
}

/** The text of a value by its kind in the contract. */
function textOf(field: string, kind: Kind, value: unknown, currency: string): string {
  if (value === null || value === undefined) {
    return '';
  }
  switch (kind) {
    case 'money':
      return money(value as number, currency);
    case 'number':
      return quantity(value as number);
    case 'date':
      return dateText(value as string);
    case 'instant':
      return instantText(value as string);
    case 'state':
      return word(value as string, field);
    case 'flag':
      return value ? '✓' : '';
    case 'named':
      return String((value as { name?: string; label?: string }).name ?? (value as { label?: string }).label ?? '');
    case 'text':
      return Array.isArray(value) ? value.join(', ') : String(value);
  }
}

/** Fields of the records of a list that may be columns: its own columns first, then what has one value. */
export function candidates<Op extends OperationId>(operation: Op, columns: readonly ColumnOf<Row<Op>>[]): string[] {
  const own = columns.map((one) => (typeof one === 'object' ? one.field : one)) as string[];
  const simple = Object.entries(recordSchema(operation).properties ?? {})
    .filter(([name, schema]) => name !== 'version' && !['array', 'object'].includes(typeOf(resolved(schema))) && !/Id$/.test(name))
    .map(([name]) => name);
  return [...new Set([...own, ...simple])];
}

/** The columns that the person chose, in their order; those of the page without a choice. */
export function chosenColumns<Op extends OperationId>(operation: Op, columns: readonly ColumnOf<Row<Op>>[]): readonly ColumnOf<Row<Op>>[] {
  const chosen = preferences.value.columns?.[operation];
  const byField = new Map(columns.map((one) => [(typeof one === 'object' ? one.field : one) as string, one]));
  const known = new Set(candidates(operation, columns));
  return chosen ? chosen.filter((name) => known.has(name)).map((name) => byField.get(name) ?? (name as ColumnOf<Row<Op>>)) : columns;
}

/** Columns with the formats that the contract of the list gives their fields. */
export function readyColumns<Op extends OperationId>(operation: Op, columns: readonly ColumnOf<Row<Op>>[]): ReadyColumn<Row<Op>>[] {
  const properties = recordSchema(operation).properties ?? {};
  return columns.map((one) => {
    const column: Column<Row<Op>> = typeof one === 'object' ? one : { field: one };
    const kind = kindOf(column.field, resolved(properties[column.field]));
    const value = (row: Row<Op>) => (row as Record<string, unknown>)[column.field];
    const currency = (row: Row<Op>) => String((row as { currency?: string }).currency ?? company.value?.currency ?? 'EUR');
    const text = column.text ?? ((row: Row<Op>) => textOf(column.field, kind, value(row), currency(row)));
    const state = (row: Row<Op>) => (value(row) ? <Badge value={String(value(row))} field={column.field} /> : '');
    return {
      field: column.field,
      label: column.label ?? fieldName(column.field),
      width: column.width ?? Widths[kind],
      right: kind === 'money' || kind === 'number',
      show: column.show ?? (kind === 'state' ? state : text),
      text,
    };
  });
}
