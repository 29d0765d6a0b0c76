import { useEffect } from 'preact/hooks';

/** Takes files that are dropped anywhere on the page, while it is shown. Null: none are taken. */
export function useDrop(take: ((files: FileList) => void) | null): void {
  useEffect(() => {
    if (!take) {
      return undefined;
    }
    const over = (event: DragEvent) => event.preventDefault();
    const dropped = (event: DragEvent) => {
      if (event.dataTransfer?.files.length) {
        event.preventDefault();
        take(event.dataTransfer.files);
      }
    };
    addEventListener('dragover', over);
    addEventListener('drop', dropped);
    return () => {
      removeEventListener('dragover', over);
      removeEventListener('drop', dropped);
    };
  });
}
