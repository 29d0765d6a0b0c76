import { call } from '../../data/call';
import { companyId } from '../../data/place';
import { onSessionEnd } from '../../data/session';
import type { GridItem } from './columns';

/** How many items are offered at once, and how many of the last used are kept. */
const Offered = 12;
const Kept = 30;

let recent: { company: string | null; items: GridItem[] } = { company: null, items: [] };
onSessionEnd(() => {
  recent = { company: null, items: [] };
});

function lastUsed(): GridItem[] {
  return recent.company === companyId.value ? recent.items : [];
}

/** Remembers an item, so that it is offered first the next time. */
export function used(item: GridItem): void {
  recent = { company: companyId.value, items: [item, ...lastUsed().filter((one) => one.id !== item.id)].slice(0, Kept) };
}

/** Items whose name, article number or barcode fits; the last used first. */
export async function searchItems(q: string, abort?: AbortSignal): Promise<GridItem[]> {
  const found = await call('listItems', { query: { q, limit: String(Offered) }, ...(abort ? { signal: abort } : {}) });
  const rank = new Map(lastUsed().map((item, index) => [item.id, index]));
  const first = q === '' ? lastUsed().filter((item) => !found.some((one) => one.id === item.id)) : [];
  return [...first, ...found].sort((a, b) => (rank.get(a.id) ?? Kept) - (rank.get(b.id) ?? Kept)).slice(0, Offered);
}

/** The item that a text names without doubt: by its barcode, article number or whole name. */
export function exactItem(items: readonly GridItem[], text: string): GridItem | undefined {
  const wanted = text.trim().toLowerCase();
  const fits = (value: string | null) => value?.toLowerCase() === wanted;
  return items.find((one) => fits(one.barcode)) ?? items.find((one) => fits(one.sku)) ?? items.find((one) => fits(one.name));
}

/** `3*beans` is a quantity and what is looked for. */
export function splitQuantity(typed: string): { quantity?: string; text: string } {
  const match = /^\s*(\d[\d.,]*)\s*[*×]\s*(\S.*)$/.exec(typed);
  return match ? { quantity: match[1]!, text: match[2]!.trim() } : { text: typed.trim() };
}
