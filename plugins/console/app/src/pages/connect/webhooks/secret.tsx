import { useState } from 'preact/hooks';
import { texts } from '../../../i18n/texts';
import { Code } from '../../../parts/controls';
import { SecretDialog } from '../../../parts/secret';
import { snippets } from './snippets';

const t = texts({
  en: { verify: 'Check the header Svc-Signature with it, before the body is parsed:', language: 'Language' },
  fr: { verify: 'Vérifiez avec lui l’en-tête Svc-Signature, avant d’analyser le corps :', language: 'Langage' },
  de: { verify: 'Prüfen Sie damit den Header Svc-Signature, bevor der Inhalt gelesen wird:', language: 'Sprache' },
});

/** The secret of a webhook, shown once, with what a receiver does with it. */
export function WebhookSecret({ title, secret, close }: { title: string; secret: string; close: () => void }) {
  const [language, setLanguage] = useState('Node');
  return (
    <SecretDialog title={title} secret={secret} close={close}>
      <p>{t('verify')}</p>
      <select aria-label={t('language')} value={language} onChange={(event) => setLanguage(event.currentTarget.value)}>
        {Object.keys(snippets).map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
      <Code text={snippets[language] ?? ''} />
    </SecretDialog>
  );
}
