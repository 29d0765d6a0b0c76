import { useEffect, useRef } from 'preact/hooks';
import { may } from '../../../data/company';
import { preferences } from '../../../data/preferences';
import { keyAct } from './keymap';
import { acceptable, currentLine, reopenable } from './state';
import { matchOf, type Work } from './work';

/** How long `g` waits for the letter of a page: that letter is not ours. */
const LetterWait = 1000;

function inControl(event: KeyboardEvent): boolean {
  const target = event.target;
  if (!(target instanceof HTMLElement)) {
    return false;
  }
  const typed = /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || target.isContentEditable;
  return typed || (event.key === 'Enter' && target.closest('button, a, summary') !== null);
}

/** The keys of the page (section "Reconcile" of the console's documentation). They come before those of the console. */
export function useReconcileKeys(work: Work): void {
  const latest = useRef(work);
  latest.current = work;
  useEffect(() => {
    let waiting = 0;
    const pressed = (event: KeyboardEvent) => {
      const now = latest.current;
      if (event.ctrlKey || event.metaKey || event.altKey || inControl(event) || document.querySelector('dialog[open]')) {
        return;
      }
      if (event.key === 'g') {
        waiting = Date.now();
        return;
      }
      const single = event.key.length === 1;
      if (single && (preferences.value.letterKeys === false || Date.now() - waiting < LetterWait)) {
        return;
      }
      const act = keyAct(event.key, now.state, now.suggestions);
      if (!act || (act.kind !== 'event' && !may('matchBankTransaction'))) {
        return;
      }
      event.preventDefault();
      event.stopImmediatePropagation();
      if (act.kind === 'event') {
        now.send(act.event);
      } else if (act.kind === 'accept') {
        const line = currentLine(now.state);
        const suggestion = acceptable(now.state, now.suggestions);
        if (line && suggestion) {
          void now.match(matchOf(line, suggestion));
        }
      } else if (!now.state.busy) {
        const id = reopenable(now.state);
        if (id) {
          void now.reopen(id);
        }
      }
    };
    addEventListener('keydown', pressed, true);
    return () => removeEventListener('keydown', pressed, true);
  }, []);
}
