import { useEffect, useRef } from 'preact/hooks';
import { shortDate } from '../../../i18n/dates';
import { texts } from '../../../i18n/texts';
import { Badge, Money } from '../../../parts/controls';
import { unmatched, type Line, type State } from './state';

const t = texts({
  en: { lines: 'Bank lines' },
  fr: { lines: 'Lignes bancaires' },
  de: { lines: 'Bankbuchungen' },
});

/** The first column. The focus stays on the list; the current line is told to readers of the screen. */
export function Lines({ state, go }: { state: State; go: (id: string) => void }) {
  const element = useRef<HTMLUListElement>(null);
  const acted = state.done.length;
  useEffect(() => {
    element.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [state.current]);
  useEffect(() => {
    // After an act its form or button is gone: the keys go on from the list.
    if (document.activeElement === document.body) {
      element.current?.focus({ preventScroll: true });
    }
  }, [state.current, acted, state.mode]);
  return (
    <ul ref={element} class="lines" role="listbox" tabIndex={0} aria-label={t('lines')} aria-activedescendant={state.current ?? undefined}>
      {state.lines.map((line) => (
        <Entry key={line.id} line={line} current={line.id === state.current} go={go} />
      ))}
    </ul>
  );
}

function Entry({ line, current, go }: { line: Line; current: boolean; go: (id: string) => void }) {
  return (
    <li id={line.id} role="option" aria-selected={current} class={unmatched(line) ? '' : 'done'} onClick={() => go(line.id)}>
      <strong>{line.counterparty.name || line.label}</strong>
      <Money minor={line.amount} currency={line.currency} />
      <span>
        {[shortDate(line.bookedAt), line.counterparty.name && line.label].filter(Boolean).join(' · ')}
      </span>
      {unmatched(line) ? <span /> : <Badge value={line.status} />}
    </li>
  );
}
