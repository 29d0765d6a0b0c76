import { call } from '../../../data/call';
import { may } from '../../../data/company';
import { majorText } from '../../../money/format';
import { typedText } from '../../grid/amounts';
import type { GridItem, LineStart } from '../../grid/grid';

interface SourceLine {
  itemId: string | null;
  label: string;
  quantity: number;
  unitPrice: number;
  discountPercent?: number | null;
  taxRate: number;
}

async function itemsOf(lines: readonly SourceLine[]): Promise<Map<string, GridItem>> {
  const ids = [...new Set(lines.map((line) => line.itemId).filter((id) => id !== null))];
  const items = may('getItem') ? await Promise.all(ids.map((itemId) => call('getItem', { path: { itemId } }))) : [];
  return new Map(items.map((item) => [item.id, item]));
}

/** The lines of another document as the beginning of a new one. */
export async function startsOf(document: { lines: readonly SourceLine[]; currency: string }): Promise<LineStart[]> {
  const items = await itemsOf(document.lines);
  const digits = (value: number | null | undefined) => (value ? typedText(String(value)) : '');
  return document.lines.map((line) => {
    const item = line.itemId ? (items.get(line.itemId) ?? null) : null;
    return {
      item,
      cells: {
        label: line.label,
        quantity: digits(line.quantity),
        unitPrice: typedText(majorText(line.unitPrice, document.currency)),
        discountPercent: digits(line.discountPercent),
        // The rate of an item is the catalogue's unless the line had another.
        taxRate: item && (item.taxRate === null || item.taxRate === line.taxRate) ? '' : typedText(String(line.taxRate)),
      },
    };
  });
}
