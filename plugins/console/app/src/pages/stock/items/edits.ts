import { exact } from '../../../data/json';
import { amountTyped, asTyped } from '../../../parts/edit/changes';
import { parseAmount } from '../../../money/parse';

/** The fields of an item that are edited in the list. */
export const Cells = ['price', 'cost', 'alertThreshold', 'category'] as const;
export type Cell = (typeof Cells)[number];

export interface Editable {
  price: number | null;
  cost: number;
  alertThreshold: number | null;
  category: string | null;
  currency: string;
}

/** What was typed over, by item and field. Texts equal to what is stored are not kept. */
export type Edits = Readonly<Record<string, Partial<Record<Cell, string>>>>;

export function storedText(item: Editable, cell: Cell): string {
  if (cell === 'category') {
    return item.category ?? '';
  }
  return cell === 'alertThreshold' ? asTyped(String(item.alertThreshold ?? '')) : amountTyped(item[cell], item.currency);
}

export function withEdit(edits: Edits, id: string, item: Editable, cell: Cell, text: string): Edits {
  const { [cell]: _, ...others } = edits[id] ?? {};
  const own = text === storedText(item, cell) ? others : { ...others, [cell]: text };
  const { [id]: __, ...rest } = edits;
  return Object.keys(own).length === 0 ? rest : { ...rest, [id]: own };
}

/** Number of fields that were typed over. */
export function countOf(edits: Edits): number {
  return Object.values(edits).reduce((sum, own) => sum + Object.keys(own).length, 0);
}

/** Is the text one that the field can take? Empty is nothing, which a cost cannot be. */
export function fits(cell: Cell, text: string): boolean {
  if (cell === 'category') {
    return true;
  }
  if (text.trim() === '') {
    return cell !== 'cost';
  }
  const digits = parseAmount(text);
  return digits !== null && !digits.startsWith('-');
}

/** The body of the PATCH of one item. */
export function bodyOfEdits(own: Partial<Record<Cell, string>>): Partial<Record<Cell, number | string | null>> {
  return Object.fromEntries(
    Object.entries(own).map(([cell, text]) => {
      const empty = text.trim() === '';
      return [cell, empty ? null : cell === 'category' ? text.trim() : exact(parseAmount(text)!)];
    }),
  );
}
