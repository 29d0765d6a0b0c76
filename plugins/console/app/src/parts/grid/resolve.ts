import { call } from '../../data/call';
import { itemColumn, type Line } from './columns';
import { exactItem, used } from './items';
import type { Lines } from './lines';

/** Requests that run at the same time. */
const AtOnce = 4;

/** Finds the items that pasted texts name without doubt; the others stay labels of free lines. */
export async function resolveItems(lines: Lines, pastedLines: readonly Line[]): Promise<void> {
  const column = itemColumn(lines.columns)?.id;
  const queue = pastedLines.filter((line) => column && !line.item && line.cells[column]);
  const worker = async () => {
    for (let line = queue.shift(); line; line = queue.shift()) {
      const text = line.cells[column!]!;
      const found = await call('listItems', { query: { q: text, limit: '20' } }).catch(() => []);
      const item = exactItem(found, text);
      if (item) {
        used(item);
        lines.choose(line.key, item, text);
      }
    }
  };
  await Promise.all(Array.from({ length: AtOnce }, worker));
}
