import { useState } from 'preact/hooks';
import { useAddress } from '../../../data/address';
import { call } from '../../../data/call';
import { asProblem, type Problem } from '../../../data/problem';
import { open } from '../../../data/session';
import { sentence } from '../../../i18n/names';
import { speak, texts } from '../../../i18n/texts';
import { Button } from '../../../parts/controls';

const t = texts({
  en: { title: 'Sign in', email: 'E-mail', password: 'Password', code: 'One-time code', forgot: 'Forgotten your password?', signup: 'Make an account' },
  fr: { title: 'Se connecter', email: 'E-mail', password: 'Mot de passe', code: 'Code à usage unique', forgot: 'Mot de passe oublié ?', signup: 'Créer un compte' },
  de: { title: 'Anmelden', email: 'E-Mail', password: 'Passwort', code: 'Einmalcode', forgot: 'Passwort vergessen?', signup: 'Konto anlegen' },
});

/** Only addresses of the console itself are gone to after the log-in. */
function safeNext(next: string | undefined): string {
  return next?.startsWith('/console/') && !next.startsWith('/console/login') ? next : '/console';
}

export default function Login() {
  const address = useAddress();
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const needsCode = problem?.code === 'otp-required' || problem?.code === 'otp-invalid';
  const submit = async (form: HTMLFormElement) => {
    const typed = new FormData(form);
    setBusy(true);
    try {
      const otp = String(typed.get('otp') ?? '').trim();
      const session = await call('logIn', {
        body: { email: String(typed.get('email')), password: String(typed.get('password')), ...(otp ? { otp } : {}) },
      });
      open(session);
      speak(session.user.language);
      address.go(safeNext(address.query['next']), true);
    } catch (error) {
      setProblem(asProblem(error));
      setBusy(false);
    }
  };
  return (
    <main class="narrow">
      <h1>{t('title')}</h1>
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
        <label class="field">
          {t('password')}
          <input type="password" name="password" autoComplete="current-password" required />
        </label>
        {needsCode && (
          <label class="field">
            {t('code')}
            <input name="otp" autoComplete="one-time-code" inputMode="text" required autoFocus />
          </label>
        )}
        {problem && (
          <p class="wrong" role="alert">
            {sentence(problem)}
          </p>
        )}
        <Button kind="primary" type="submit" disabled={busy}>
          {t('title')}
        </Button>
      </form>
      <p>
        <a href="/console/forgot">{t('forgot')}</a> · <a href="/console/signup">{t('signup')}</a>
      </p>
    </main>
  );
}
