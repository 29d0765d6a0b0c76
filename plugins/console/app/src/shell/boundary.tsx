import type { ComponentChildren } from 'preact';
import { useEffect, useErrorBoundary } from 'preact/hooks';
import { useAddress } from '../data/address';
import { texts } from '../i18n/texts';
import { Button } from '../parts/controls';

const t = texts({
  en: { failed: 'This page has failed. What you saved is safe.', again: 'Show it again' },
  fr: { failed: 'Cette page a échoué. Ce que vous avez enregistré est en sécurité.', again: 'L’afficher de nouveau' },
  de: { failed: 'Diese Seite ist ausgefallen. Was Sie gespeichert haben, ist sicher.', again: 'Erneut zeigen' },
});

/** A page that fails does not take the frame with it; another page is shown as usual. */
export function Boundary({ children }: { children: ComponentChildren }) {
  const { path } = useAddress();
  const [error, reset] = useErrorBoundary((failure) => console.error(failure));
  useEffect(reset, [path]);
  if (!error) {
    return <>{children}</>;
  }
  return (
    <div class="page">
      <div class="failure" role="alert">
        <p>{t('failed')}</p>
        <p class="small">
          <code>{String(error)}</code>
        </p>
        <Button onClick={reset}>{t('again')}</Button>
      </div>
    </div>
  );
}
