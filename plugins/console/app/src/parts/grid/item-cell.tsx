import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { asProblem } from '../../data/problem';
import { sentence } from '../../i18n/names';
import { money } from '../../money/format';
import { notify } from '../notices';
import type { GridColumn, GridItem, Line } from './columns';
import { exactItem, searchItems, splitQuantity, used } from './items';
import type { Key } from './moves';
import { t } from './texts';

/** How long a search waits after the last key, in milliseconds. */
const Pause = 120;

interface Props {
  column: GridColumn;
  line: Line;
  control: Record<string, unknown>;
  /** The person typed something that is neither an item nor a label yet. */
  choose: (item: GridItem | null, label: string, quantity?: string) => void;
  refuse: (sentence: string | null) => void;
  /** Goes on with a key that had to wait for the catalogue. */
  proceed: (key: Key) => void;
}

/** The cell in which an item is looked for: a combobox over the catalogue, or the label of a free line. */
export function ItemCell({ column, line, control, choose, refuse, proceed }: Props) {
  const name = line.cells[column.id] ?? '';
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [found, setFound] = useState<{ text: string; items: GridItem[] } | null>(null);
  const [at, setAt] = useState(0);
  const free = column.free !== false;
  const { text, quantity } = splitQuantity(typed ?? '');
  const fitting = (items: GridItem[]) => items.filter((item) => column.fits?.(item) ?? true);

  useEffect(() => {
    if (typed === null) {
      return;
    }
    const abort = new AbortController();
    const timer = setTimeout(() => {
      searchItems(text, abort.signal)
        .then((items) => setFound({ text, items: fitting(items) }))
        .catch(() => undefined);
    }, Pause);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [typed]);

  const close = () => {
    setTyped(null);
    setFound(null);
    setAt(0);
  };
  const take = (item: GridItem | null) => {
    if (item) {
      used(item);
    }
    if (item || free || text === '') {
      refuse(null);
      choose(item, text, quantity);
    } else {
      refuse(t('item'));
      choose(null, text, quantity);
    }
    close();
  };
  /** What the text means: the highlighted item of a list that is there for it, else what the catalogue answers. */
  const settle = async () => {
    if (typed === null || (typed === name && !found)) {
      close();
      return;
    }
    if (text === '') {
      take(null);
      return;
    }
    if (found?.text === text) {
      take(exactItem(found.items, text) && at === 0 ? exactItem(found.items, text)! : (found.items[at] ?? null));
      return;
    }
    try {
      const items = fitting(await searchItems(text));
      take(exactItem(items, text) ?? items[0] ?? null);
    } catch (error) {
      notify(sentence(asProblem(error)), { failed: true });
    }
  };
  const keyed = (event: KeyboardEvent) => {
    const options = found ? found.items.length + (free && text ? 1 : 0) : 0;
    if (event.ctrlKey || event.metaKey || event.altKey || event.key === 'Enter' || event.key === 'Tab') {
      const ends = event.key === 'Enter' || event.key === 'Tab' || event.key === 'd';
      if (ends && typed !== null) {
        event.preventDefault();
        event.stopPropagation();
        const key = { key: event.key, ctrl: event.ctrlKey || event.metaKey, alt: event.altKey, shift: event.shiftKey };
        void settle().then(() => proceed(key));
      }
    } else if (options > 0 && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault();
      event.stopPropagation();
      setAt((at + (event.key === 'ArrowDown' ? 1 : options - 1)) % options);
    } else if (event.key === 'Escape' && typed !== null) {
      event.preventDefault();
      event.stopPropagation();
      close();
    }
  };
  const shown = typed !== null && found !== null;
  return (
    <>
      <input
        {...control}
        ref={input}
        role="combobox"
        aria-expanded={shown}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={shown ? `${id}-${at}` : undefined}
        autoComplete="off"
        value={typed ?? name}
        onInput={(event) => {
          setTyped(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={keyed}
        onBlur={() => void settleQuietly(typed, text, free, take, close)}
      />
      {shown && (
        <Choices id={id} anchor={input.current!} items={found.items} at={at} free={free ? text : ''} take={take} />
      )}
    </>
  );
}

/** Leaving the cell without a key keeps what was typed as a label, and never picks an item for the person. */
function settleQuietly(typed: string | null, text: string, free: boolean, take: (item: null) => void, close: () => void): void {
  if (typed !== null && (free || text === '')) {
    take(null);
  } else if (typed !== null) {
    close();
  }
}

interface ChoicesProps {
  id: string;
  anchor: HTMLElement;
  items: GridItem[];
  at: number;
  free: string;
  take: (item: GridItem | null) => void;
}

/** The list lies over everything, because the grid may scroll sideways. */
function Choices({ id, anchor, items, at, free, take }: ChoicesProps) {
  const list = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => {
    list.current?.showPopover?.();
  }, []);
  useLayoutEffect(() => list.current?.children[at]?.scrollIntoView({ block: 'nearest' }), [at]);
  const box = anchor.getBoundingClientRect();
  const below = innerHeight - box.bottom > 240 || box.top < 240;
  const place = below ? { top: `${box.bottom + 2}px`, bottom: 'auto' } : { top: 'auto', bottom: `${innerHeight - box.top + 2}px` };
  const option = (index: number, item: GridItem | null, label: string, hint: string) => (
    <li
      key={item?.id ?? 'free'}
      id={`${id}-${index}`}
      role="option"
      aria-selected={index === at}
      data-highlighted={index === at ? '' : undefined}
      onMouseDown={(event) => {
        event.preventDefault();
        take(item);
      }}
    >
      <span>{label}</span>
      {hint && <small>{hint}</small>}
    </li>
  );
  return (
    <ul ref={list} id={`${id}-list`} role="listbox" popover="manual" class="choices grid-choices" style={{ ...place, left: `${box.left}px`, minWidth: `${Math.max(box.width, 280)}px` }}>
      {items.map((item, index) => option(index, item, item.name, [item.sku, money(item.price, item.currency)].filter(Boolean).join(' · ')))}
      {free && option(items.length, null, t('free', { name: free }), '')}
      {items.length === 0 && !free && <li class="none">{t('none')}</li>}
    </ul>
  );
}
