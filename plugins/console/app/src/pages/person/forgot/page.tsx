import { useState } from 'preact/hooks';
import { call } from '../../../data/call';
import { asProblem, type Problem } from '../../../data/problem';
import { sentence } from '../../../i18n/names';
import { texts } from '../../../i18n/texts';
import { Button } from '../../../parts/controls';

const t = texts({
  en: { title: 'Forgotten password', email: 'E-mail', send: 'Send a link', sent: 'If there is an account with this address, a mail with a link is on its way. The link works for a short time.', back: 'Sign in' },
  fr: { title: 'Mot de passe oublié', email: 'E-mail', send: 'Envoyer un lien', sent: 'S’il existe un compte à cette adresse, un message avec un lien est en route. Le lien sert peu de temps.', back: 'Se connecter' },
  de: { title: 'Passwort vergessen', email: 'E-Mail', send: 'Link senden', sent: 'Wenn es ein Konto mit dieser Adresse gibt, ist eine Nachricht mit einem Link unterwegs. Der Link gilt kurze Zeit.', back: 'Anmelden' },
});

/** Asks for a link that sets a new password; the answer is the same with and without an account. */
export default function Forgot() {
  const [sent, setSent] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const submit = async (form: HTMLFormElement) => {
    setBusy(true);
    try {
      await call('forgotPassword', { body: { email: String(new FormData(form).get('email')) } });
      setSent(true);
    } catch (error) {
      setProblem(asProblem(error));
    }
    setBusy(false);
  };
  return (
    <main class="narrow">
      <h1>{t('title')}</h1>
      {sent ? (
        <p role="status">{t('sent')}</p>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void submit(event.currentTarget);
          }}
        >
          <label class="field">
            {t('email')}
            <input type="email" name="email" autoComplete="username" required autoFocus />
          </label>
          {problem && (
            <p class="wrong" role="alert">
              {sentence(problem)}
            </p>
          )}
          <Button kind="primary" type="submit" disabled={busy}>
            {t('send')}
          </Button>
        </form>
      )}
      <p>
        <a href="/console/login">{t('back')}</a>
      </p>
    </main>
  );
}
