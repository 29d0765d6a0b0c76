import { useEffect } from 'preact/hooks';
import { useAddress } from '../data/address';
import { may } from '../data/company';
import { placed } from '../data/place';
import { preferences } from '../data/preferences';
import { available } from './navigation';
import { pluginMenu } from './plugin-menu';

/** How long after `g` the letter of a page is waited for, in milliseconds. */
const LetterWait = 1000;

function inField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}

/** Keys of the whole console: Ctrl+K finds, `g` and a letter opens a page, `n` makes something new, `/` searches. */
export function useKeys({ find, help }: { find: () => void; help: () => void }): void {
  const { go, path } = useAddress();
  useEffect(() => {
    let waiting = 0;
    const pressed = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        find();
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || inField(event.target) || preferences.value.letterKeys === false || document.querySelector('dialog[open]')) {
        return;
      }
      const pages = available();
      if (Date.now() - waiting < LetterWait) {
        waiting = 0;
        const page = [...pages, ...pluginMenu()].find((entry) => entry.key === event.key);
        if (page) {
          event.preventDefault();
          go(placed(page.route));
        }
      } else if (event.key === 'g') {
        waiting = Date.now();
      } else if (event.key === 'n') {
        const here = pages.filter((entry) => entry.create && may(entry.create.needs) && path.startsWith(placed(entry.route)))[0];
        if (here?.create) {
          event.preventDefault();
          go(placed(here.create.route));
        }
      } else if (event.key === '/') {
        const search = document.querySelector<HTMLElement>('main [data-key="/"]');
        if (search) {
          event.preventDefault();
          search.focus();
        }
      } else if (event.key === '?') {
        event.preventDefault();
        help();
      }
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, [path]);
}
