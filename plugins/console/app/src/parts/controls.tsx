import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { texts } from '../i18n/texts';
import { word } from '../i18n/names';
import { money, type MoneyStyle } from '../money/format';

const t = texts({
  en: { copy: 'Copy', copied: 'Copied' },
  fr: { copy: 'Copier', copied: 'Copié' },
  de: { copy: 'Kopieren', copied: 'Kopiert' },
});

type ButtonProps = Omit<JSX.HTMLAttributes<HTMLButtonElement>, 'class' | 'icon'> & {
  kind?: 'primary' | 'plain' | 'danger' | 'quiet';
  type?: 'button' | 'submit';
  disabled?: boolean;
};

export function Button({ kind = 'plain', type = 'button', ...rest }: ButtonProps) {
  return <button type={type} class={`button ${kind}`} {...rest} />;
}

/** How a state is coloured; the word always says it too. */
const Tones: Record<string, string> = {
  paid: 'ok', succeeded: 'ok', accepted: 'ok', connected: 'ok', delivered: 'ok', received: 'ok', matched: 'ok',
  signed: 'ok', completed: 'ok', validated: 'ok', converted: 'ok', checked_out: 'ok', enabled: 'ok', active: 'ok',
  overdue: 'warn', retrying: 'warn', partially_paid: 'warn', pending: 'warn', partially_received: 'warn', low: 'warn',
  partially_delivered: 'warn', unmatched: 'warn', expired: 'warn', held: 'warn', partial: 'warn',
  rejected: 'bad', exhausted: 'bad', failed: 'bad', error: 'bad', cancelled: 'bad', refused: 'bad', declined: 'bad',
  disabled: 'bad', missed: 'bad', test: 'test',
};

/** A state as a word in its colour. */
export function Badge({ value, field, tone }: { value: string; field?: string; tone?: 'ok' | 'warn' | 'bad' | 'test' | 'none' }) {
  return <span class={`badge ${tone ?? Tones[value] ?? 'none'}`}>{word(value, field)}</span>;
}

export function Money({ minor, currency, ...style }: { minor: number | null | undefined; currency: string } & MoneyStyle) {
  return <span class="money">{money(minor, currency, style)}</span>;
}

/** Copies a text; the clipboard is touched on a click only. */
export function Copy({ text }: { text: string }) {
  const [done, setDone] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setDone(true);
    setTimeout(() => setDone(false), 2000);
  };
  return (
    <Button kind="quiet" onClick={copy}>
      {done ? t('copied') : t('copy')}
    </Button>
  );
}

/** A text to be copied, such as a command. */
export function Code({ text }: { text: string }) {
  return (
    <div class="code">
      <pre tabIndex={0}>{text}</pre>
      <Copy text={text} />
    </div>
  );
}

/** Names and values beside each other. Rows without a value are left out. */
export function Facts({ rows }: { rows: [string, ComponentChildren][] }) {
  return (
    <dl class="facts">
      {rows
        .filter(([, value]) => value !== null && value !== undefined && value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

/** A part of a page under a heading. */
export function Section({ title, acts, children }: { title: string; acts?: ComponentChildren; children: ComponentChildren }) {
  return (
    <section class="section">
      <header>
        <h2>{title}</h2>
        {acts}
      </header>
      {children}
    </section>
  );
}
