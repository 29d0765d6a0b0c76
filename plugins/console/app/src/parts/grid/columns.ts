import type { ComponentChildren } from 'preact';
import type { Row } from '../../data/call';

export type GridItem = Row<'listItems'>;

/** One line of a grid: what was typed, by column, and the item of the catalogue when it has one. */
export interface Line {
  /** Tells lines apart while they move; not part of a body. */
  key: number;
  item: GridItem | null;
  cells: Record<string, string>;
}

/**
 * - `item`: a combobox over the catalogue; its cell has the name of the item, or the label of a free line
 * - `quantity`, `money`, `percent`: numbers; sums and products such as `3*19.90` are taken
 * - `text`, `date`, `choice`: as they say
 * - `shown`: not typed, such as an amount; it is never focused
 */
export type ColumnKind = 'item' | 'quantity' | 'money' | 'percent' | 'text' | 'date' | 'choice' | 'shown';

export interface GridColumn {
  /** Name of the field in the lines of the body, such as `unitPrice`; that of the item column is its label there. */
  id: string;
  kind: ColumnKind;
  label: string;
  /** Width as CSS has it, such as `96px`; the item column takes the rest. */
  width?: string;
  /** Other heads under which a spreadsheet may have this column. */
  heads?: readonly string[];
  /** What a new line has in this cell once it has an item or a label. */
  initial?: string;
  /** What holds while the cell is empty, such as the price of the catalogue. */
  hint?: (line: Line) => string;
  /** Lines for which the cell is not there, such as a lot of an item without lots. */
  off?: (line: Line) => boolean;
  choices?: readonly { value: string; label: string }[];
  /** Content of a `shown` cell. */
  show?: (line: Line, index: number) => ComponentChildren;
  /** Is a line without an item allowed? Only for the item column; allowed when left out. */
  free?: boolean;
  /** Items that may be chosen; only for the item column. */
  fits?: (item: GridItem) => boolean;
}

const Numbers: readonly ColumnKind[] = ['quantity', 'money', 'percent'];

export function isNumeric(column: GridColumn): boolean {
  return Numbers.includes(column.kind);
}

/** Can the cell be typed into? */
export function isOpen(column: GridColumn, line: Line): boolean {
  return column.kind !== 'shown' && !column.off?.(line);
}

export function itemColumn(columns: readonly GridColumn[]): GridColumn | undefined {
  return columns.find((column) => column.kind === 'item');
}

export function quantityColumn(columns: readonly GridColumn[]): GridColumn | undefined {
  return columns.find((column) => column.kind === 'quantity');
}

/** A line in which nothing was typed or chosen. */
export function isEmpty(line: Line): boolean {
  return line.item === null && Object.values(line.cells).every((text) => text.trim() === '');
}
