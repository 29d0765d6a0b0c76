import { useEffect, useMemo } from 'preact/hooks';
import { call } from '../../data/call';
import { asProblem } from '../../data/problem';
import { sentence } from '../../i18n/names';
import { notify } from '../notices';
import type { GridItem } from './columns';
import { exactItem, used } from './items';
import { Burst } from './scan';
import { t } from './texts';

async function itemWithCode(code: string): Promise<GridItem | undefined> {
  const byBarcode = await call('listItems', { query: { barcode: code, limit: '2' } });
  return byBarcode[0] ?? exactItem(await call('listItems', { query: { sku: code, limit: '2' } }), code);
}

/** Is the target a field whose own text a scanner may go into? Cells for numbers are none. */
function takesText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) {
    return false;
  }
  return target.isContentEditable || (/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) && !target.hasAttribute('data-number'));
}

/**
 * Calls `found` with the item whose code a scanner has read, anywhere on the page that is not a field for text.
 * `undo` takes the characters of the burst out of a cell for numbers that had the focus.
 */
export function useScanner(found: (item: GridItem) => void, undo?: (cell: HTMLElement, code: string) => void): void {
  // The burst goes on while the page is drawn again.
  const burst = useMemo(() => new Burst(), []);
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (takesText(event.target) || event.ctrlKey || event.altKey || event.metaKey || document.querySelector('dialog[open]')) {
        return;
      }
      const code = burst.press(event.key, event.timeStamp);
      if (code === null) {
        return;
      }
      event.preventDefault();
      event.stopPropagation();
      if (event.target instanceof HTMLInputElement) {
        undo?.(event.target, code);
      }
      itemWithCode(code)
        .then((item) => {
          if (item) {
            used(item);
            found(item);
          } else {
            notify(t('unknown', { code }), { failed: true });
          }
        })
        .catch((error: unknown) => notify(sentence(asProblem(error)), { failed: true }));
    };
    addEventListener('keydown', pressed, true);
    return () => removeEventListener('keydown', pressed, true);
  });
}
