import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { texts } from '../../i18n/texts';
import { Button } from '../controls';
import './document.css';

const t = texts({ en: { close: 'Close' }, fr: { close: 'Fermer' }, de: { close: 'Schließen' } });

/** An act on a document, beside what it is done to: takes the focus, Escape closes it. */
export function ActPanel({ title, close, children }: { title: string; close: () => void; children: ComponentChildren }) {
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    const first = element.current?.querySelector<HTMLElement>('input, select, textarea, button[type=submit]');
    first?.focus();
    element.current?.scrollIntoView({ block: 'nearest' });
  }, [title]);
  return (
    <section
      class="acts-open"
      ref={element}
      aria-label={title}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) {
          event.stopPropagation();
          close();
        }
      }}
    >
      <header>
        <h2>{title}</h2>
        <Button kind="quiet" onClick={close} aria-label={t('close')}>
          ✕
        </Button>
      </header>
      {children}
    </section>
  );
}
