import { useEffect } from 'preact/hooks';
import { prefer, preferences } from '../../data/preferences';

/** Does the person want to see the file of a document beside it? */
export function showsPreview(): boolean {
  return preferences.value.preview !== false;
}

/** `p` shows and hides the preview, which is kept for the person. */
export function usePreviewKey(): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const field = event.target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
      if (event.key === 'p' && !field && !event.ctrlKey && !event.altKey && !event.metaKey && preferences.value.letterKeys !== false && !document.querySelector('dialog[open]')) {
        prefer({ preview: !showsPreview() });
      }
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, []);
}
