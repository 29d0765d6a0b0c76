import { useEffect, useRef } from 'preact/hooks';

/** A scanner types faster than a person: keys further apart than this, in milliseconds, are no code. */
const Burst = 60;
const ShortestCode = 4;

/** Takes a code that a scanner types, ended by Enter, wherever the focus is but in a field. */
export function useScanner(scanned: (code: string) => void): void {
  const latest = useRef(scanned);
  latest.current = scanned;
  useEffect(() => {
    let typed = '';
    let last = 0;
    const pressed = (event: KeyboardEvent) => {
      const field = event.target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
      if (field || event.ctrlKey || event.altKey || event.metaKey || document.querySelector('dialog[open]')) {
        return;
      }
      const now = performance.now();
      if (event.key === 'Enter' && typed.length >= ShortestCode && now - last < Burst) {
        event.preventDefault();
        event.stopPropagation();
        latest.current(typed);
        typed = '';
      } else if (event.key.length === 1) {
        typed = now - last < Burst ? typed + event.key : event.key;
        last = now;
      }
    };
    // Before a focused button takes the Enter.
    addEventListener('keydown', pressed, true);
    return () => removeEventListener('keydown', pressed, true);
  }, []);
}
