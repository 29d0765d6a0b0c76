import { signal } from '@preact/signals';
import { Button } from './controls';

interface Notice {
  id: number;
  text: string;
  failed: boolean;
  undo?: { label: string; act: () => void };
}

const notices = signal<Notice[]>([]);
let last = 0;
const ShownFor = 6000;

function dismiss(id: number): void {
  notices.value = notices.value.filter((one) => one.id !== id);
}

/** Says what happened, for a short while. A reversible act offers to be undone. */
export function notify(text: string, options: { failed?: boolean; undo?: { label: string; act: () => void } } = {}): void {
  last += 1;
  const id = last;
  notices.value = [...notices.value, { id, text, failed: options.failed ?? false, ...(options.undo ? { undo: options.undo } : {}) }];
  setTimeout(() => dismiss(id), ShownFor);
}

/** The live region of notices: once, in the frame. */
export function Notices() {
  return (
    <div class="notices">
      <div role="status">{notices.value.filter((one) => !one.failed).map(shown)}</div>
      <div role="alert">{notices.value.filter((one) => one.failed).map(shown)}</div>
    </div>
  );
}

function shown(notice: Notice) {
  const undo = notice.undo;
  return (
    <p key={notice.id} class={notice.failed ? 'notice bad' : 'notice'}>
      {notice.text}
      {undo && (
        <Button
          kind="quiet"
          onClick={() => {
            dismiss(notice.id);
            undo.act();
          }}
        >
          {undo.label}
        </Button>
      )}
    </p>
  );
}
