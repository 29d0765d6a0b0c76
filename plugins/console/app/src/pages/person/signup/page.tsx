import { useState } from 'preact/hooks';
import { useAddress } from '../../../data/address';
import { reply } from '../../../data/call';
import { asProblem, type Problem } from '../../../data/problem';
import { open } from '../../../data/session';
import { sentence } from '../../../i18n/names';
import { language, speak, texts } from '../../../i18n/texts';
import { Button } from '../../../parts/controls';

const t = texts({
  en: { title: 'Make an account', name: 'Name', email: 'E-mail', password: 'Password (12 characters at least)', create: 'Make the account', confirm: 'A mail is on its way to this address. The link in it sets your password.', disabled: 'On this installation accounts are made by invitation only.', back: 'Sign in' },
  fr: { title: 'Créer un compte', name: 'Nom', email: 'E-mail', password: 'Mot de passe (12 caractères au moins)', create: 'Créer le compte', confirm: 'Un message est en route vers cette adresse. Son lien définit votre mot de passe.', disabled: 'Sur cette installation, les comptes se font sur invitation seulement.', back: 'Se connecter' },
  de: { title: 'Konto anlegen', name: 'Name', email: 'E-Mail', password: 'Passwort (mindestens 12 Zeichen)', create: 'Konto anlegen', confirm: 'Eine Nachricht an diese Adresse ist unterwegs. Der Link darin setzt Ihr Passwort.', disabled: 'Auf dieser Installation gibt es Konten nur auf Einladung.', back: 'Anmelden' },
});

/** Makes an account, where the installation lets anybody do so. */
export default function SignUp() {
  const address = useAddress();
  const [problem, setProblem] = useState<Problem | null>(null);
  const [waiting, setWaiting] = useState(false);
  const [busy, setBusy] = useState(false);
  const disabled = problem?.code === 'signup-disabled';
  const submit = async (form: HTMLFormElement) => {
    const typed = new FormData(form);
    const text = (name: string) => String(typed.get(name) ?? '');
    setBusy(true);
    setProblem(null);
    try {
      const { body } = await reply('signUp', { body: { name: text('name'), email: text('email'), password: text('password'), language: language.value } });
      if (body && 'token' in body) {
        open(body as Parameters<typeof open>[0]);
        speak(language.value);
        address.go('/console/companies', true);
        return;
      }
      setWaiting(true);
    } catch (error) {
      setProblem(asProblem(error));
    }
    setBusy(false);
  };
  return (
    <main class="narrow">
      <h1>{t('title')}</h1>
      {disabled && <p role="alert">{t('disabled')}</p>}
      {waiting && <p role="status">{t('confirm')}</p>}
      {!disabled && !waiting && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void submit(event.currentTarget);
          }}
        >
          <label class="field">
            {t('name')}
            <input name="name" autoComplete="name" required autoFocus />
          </label>
          <label class="field">
            {t('email')}
            <input type="email" name="email" autoComplete="username" required />
          </label>
          <label class="field">
            {t('password')}
            <input type="password" name="password" autoComplete="new-password" minLength={12} required />
          </label>
          {problem && (
            <p class="wrong" role="alert">
              {sentence(problem)}
            </p>
          )}
          <Button kind="primary" type="submit" disabled={busy}>
            {t('create')}
          </Button>
        </form>
      )}
      <p>
        <a href="/console/login">{t('back')}</a>
      </p>
    </main>
  );
}
