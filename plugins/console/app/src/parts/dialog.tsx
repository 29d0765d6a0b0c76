import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { signal } from '@preact/signals';
import { texts } from '../i18n/texts';
import { Button } from './controls';
import { hasUnsaved, openForms } from './form/draft';

const t = texts({
  en: { close: 'Close', cancel: 'Back', leave: 'What you have entered is not saved.', discard: 'Discard it' },
  fr: { close: 'Fermer', cancel: 'Retour', leave: 'Ce que vous avez saisi n’est pas enregistré.', discard: 'L’abandonner' },
  de: { close: 'Schließen', cancel: 'Zurück', leave: 'Ihre Eingaben sind nicht gespeichert.', discard: 'Verwerfen' },
});

/** A modal dialog of the platform; Escape closes it unless `hold` is set. */
export function Dialog({ title, close, hold, wide, children }: { title: string; close: () => void; hold?: boolean; wide?: boolean; children: ComponentChildren }) {
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    // Closing gives the focus back to where it was; a dialog that is only taken away would not.
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={element}
      class={wide ? 'dialog wide' : 'dialog'}
      aria-label={title}
      onCancel={(event) => {
        // A file field says "cancel" too when no other file was chosen.
        if (event.target !== event.currentTarget) {
          return;
        }
        event.preventDefault();
        if (!hold) {
          close();
        }
      }}
    >
      <header>
        <h2>{title}</h2>
        {!hold && (
          <Button kind="quiet" onClick={close} aria-label={t('close')}>
            ✕
          </Button>
        )}
      </header>
      {children}
    </dialog>
  );
}

interface Question {
  text: string;
  act: string;
  danger: boolean;
  answer: (yes: boolean) => void;
}

const question = signal<Question | null>(null);

/** Asks before an act that cannot be undone. `act` names what is done to what: "Cancel INV-2026-000123". */
export function confirm(text: string, act: string, danger = true): Promise<boolean> {
  return new Promise((resolve) => {
    question.value = {
      text,
      act,
      danger,
      answer: (yes) => {
        question.value = null;
        resolve(yes);
      },
    };
  });
}

/** May the page or panel be left? Asks once when a form on it has changes. */
export async function mayLeave(): Promise<boolean> {
  if (!hasUnsaved()) {
    return true;
  }
  const yes = await confirm(t('leave'), t('discard'));
  if (yes) {
    openForms.forEach((form) => form.discard());
  }
  return yes;
}

/** Where the questions of `confirm` are shown: once, in the frame. */
export function Questions() {
  const asked = question.value;
  return asked ? (
    <Dialog title={asked.act} close={() => asked.answer(false)}>
      <p>{asked.text}</p>
      <footer>
        <Button onClick={() => asked.answer(false)}>{t('cancel')}</Button>
        <Button kind={asked.danger ? 'danger' : 'primary'} onClick={() => asked.answer(true)}>
          {asked.act}
        </Button>
      </footer>
    </Dialog>
  ) : null;
}

/** A panel at the side of the page; the page stays as it is. */
export function SidePanel({ title, close, acts, children }: { title: string; close: () => void; acts?: ComponentChildren; children: ComponentChildren }) {
  const element = useRef<HTMLElement>(null);
  const leave = async () => {
    if (await mayLeave()) {
      close();
    }
  };
  useEffect(() => {
    const before = document.activeElement;
    element.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) {
        before.focus();
      }
    };
  }, []);
  return (
    <aside
      class="panel"
      ref={element}
      tabIndex={-1}
      aria-label={title}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) {
          event.stopPropagation();
          void leave();
        }
      }}
    >
      <header>
        <h2>{title}</h2>
        <div class="acts">
          {acts}
          <Button kind="quiet" onClick={leave} aria-label={t('close')}>
            ✕
          </Button>
        </div>
      </header>
      <div class="panel-body">{children}</div>
    </aside>
  );
}
