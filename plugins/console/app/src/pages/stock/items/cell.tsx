import { fieldName } from '../../../i18n/names';
import { fits, storedText, type Cell, type Editable } from './edits';

interface Props {
  item: Editable & { id: string; name: string };
  cell: Cell;
  typed: string | undefined;
  set: (text: string) => void;
}

/** Goes to the same field of another row. */
function move(from: HTMLInputElement, cell: Cell, by: number): void {
  const row = from.closest<HTMLElement>('[data-row]');
  const other = document.querySelector<HTMLInputElement>(`[data-row="${Number(row?.dataset['row']) + by}"] [data-cell="${cell}"]`);
  other?.focus();
  other?.select();
}

/** A field of an item in the list: nothing is saved until the person says so. */
export function CellField({ item, cell, typed, set }: Props) {
  const text = typed ?? storedText(item, cell);
  return (
    <input
      class={`cell ${cell === 'category' ? '' : 'number'} ${typed === undefined ? '' : 'changed'}`}
      data-cell={cell}
      inputMode={cell === 'category' ? 'text' : 'decimal'}
      autoComplete="off"
      aria-label={`${fieldName(cell)}, ${item.name}`}
      aria-invalid={fits(cell, text) ? undefined : true}
      value={text}
      onClick={(event) => event.stopPropagation()}
      onInput={(event) => set(event.currentTarget.value)}
      onKeyDown={(event) => {
        if ((event.key === 'Enter' && !event.ctrlKey) || event.key === 'ArrowDown' || event.key === 'ArrowUp') {
          event.preventDefault();
          move(event.currentTarget, cell, event.key === 'ArrowUp' || event.shiftKey ? -1 : 1);
        } else if (event.key === 'Escape' && typed !== undefined) {
          event.preventDefault();
          event.stopPropagation();
          set(storedText(item, cell));
        }
      }}
    />
  );
}
