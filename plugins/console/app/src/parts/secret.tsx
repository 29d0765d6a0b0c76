import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { texts } from '../i18n/texts';
import { Button } from './controls';
import { Dialog } from './dialog';

const t = texts({
  en: { once: 'This is shown now and never again.', copy: 'Copy', copied: 'Copied', stored: 'I have stored it', done: 'Close' },
  fr: { once: 'Ceci est montré maintenant, puis plus jamais.', copy: 'Copier', copied: 'Copié', stored: 'Je l’ai conservé', done: 'Fermer' },
  de: { once: 'Das wird jetzt gezeigt und danach nie wieder.', copy: 'Kopieren', copied: 'Kopiert', stored: 'Ich habe es aufbewahrt', done: 'Schließen' },
});

/**
 * Shows a secret once. It closes only after the secret was copied or the person says that it is stored; the caller
 * keeps it nowhere but in the state that opens this dialog.
 */
export function SecretDialog({ title, secret, close, children }: { title: string; secret: string; close: () => void; children?: ComponentChildren }) {
  const [copied, setCopied] = useState(false);
  const [stored, setStored] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(secret);
    setCopied(true);
  };
  return (
    <Dialog title={title} close={close} hold wide>
      <div class="fields">
        <p>{t('once')}</p>
        <div class="code">
          <pre tabIndex={0}>{secret}</pre>
          <Button kind="primary" onClick={copy} autoFocus>
            {copied ? t('copied') : t('copy')}
          </Button>
        </div>
        {children}
        <label class="check">
          <input type="checkbox" checked={stored} onChange={(event) => setStored(event.currentTarget.checked)} />
          {t('stored')}
        </label>
      </div>
      <footer>
        <Button onClick={close} disabled={!copied && !stored}>
          {t('done')}
        </Button>
      </footer>
    </Dialog>
  );
}
