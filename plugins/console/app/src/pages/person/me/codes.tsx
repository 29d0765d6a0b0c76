import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { call } from '../../../data/call';
import { asProblem, type Problem } from '../../../data/problem';
import { person } from '../../../data/session';
import { texts } from '../../../i18n/texts';
import { Button, Code, Section } from '../../../parts/controls';
import { notify } from '../../../parts/notices';
import { SecretDialog } from '../../../parts/secret';
import { Failure } from '../../../parts/states';

const t = texts({
  en: { title: 'One-time codes', on: 'Signing in asks for a code of your authenticator application.', off: 'With one-time codes a stolen password is not enough to sign in.', enable: 'Set up', secret: 'Enter this secret into your authenticator application, then type the code that it shows:', link: 'Open in an application of this device', code: 'Code', confirm: 'Switch on', password: 'Current password', disable: 'Switch off', renew: 'New recovery codes', disabled: 'One-time codes are switched off.', recovery: 'Recovery codes', recoveryIs: 'Each stands for a code once, when the application is lost.' },
  fr: { title: 'Codes à usage unique', on: 'La connexion demande un code de votre application d’authentification.', off: 'Avec les codes à usage unique, un mot de passe volé ne suffit pas.', enable: 'Mettre en place', secret: 'Saisissez ce secret dans votre application d’authentification, puis le code qu’elle affiche :', link: 'Ouvrir dans une application de cet appareil', code: 'Code', confirm: 'Activer', password: 'Mot de passe actuel', disable: 'Désactiver', renew: 'Nouveaux codes de secours', disabled: 'Les codes à usage unique sont désactivés.', recovery: 'Codes de secours', recoveryIs: 'Chacun remplace un code une fois, si l’application est perdue.' },
  de: { title: 'Einmalcodes', on: 'Die Anmeldung verlangt einen Code Ihrer Authentifizierungs-App.', off: 'Mit Einmalcodes reicht ein gestohlenes Passwort nicht zur Anmeldung.', enable: 'Einrichten', secret: 'Geben Sie dieses Geheimnis in Ihre Authentifizierungs-App ein, dann den Code, den sie zeigt:', link: 'In einer App dieses Geräts öffnen', code: 'Code', confirm: 'Einschalten', password: 'Jetziges Passwort', disable: 'Ausschalten', renew: 'Neue Wiederherstellungscodes', disabled: 'Einmalcodes sind ausgeschaltet.', recovery: 'Wiederherstellungscodes', recoveryIs: 'Jeder ersetzt einmal einen Code, wenn die App verloren ist.' },
});

/** Switches one-time codes on in two steps, and off with the password. */
export function OneTimeCodes() {
  const [setup, setSetup] = useState<{ secret: string; uri: string } | null>(null);
  const [recovery, setRecovery] = useState<string[] | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const on = person.value?.otpEnabled ?? false;
  const run = async (act: () => Promise<void>) => {
    setProblem(null);
    try {
      await act();
    } catch (error) {
      setProblem(asProblem(error));
    }
  };
  const begin = () =>
    run(async () => {
      const { otpSecret, otpUri } = await call('updateMe', { body: { otpEnabled: true } });
      setSetup({ secret: otpSecret ?? '', uri: otpUri ?? '' });
    });
  const confirmCode = (otp: string) =>
    run(async () => {
      const { user, recoveryCodes } = await call('updateMe', { body: { otpEnabled: true, otp } });
      person.value = user;
      setSetup(null);
      setRecovery(recoveryCodes ?? null);
    });
  const disable = (currentPassword: string) =>
    run(async () => {
      person.value = (await call('updateMe', { body: { otpEnabled: false, currentPassword } })).user;
      notify(t('disabled'));
    });
  const renew = (currentPassword: string) =>
    run(async () => {
      setRecovery((await call('renewRecoveryCodes', { body: { currentPassword } })).recoveryCodes);
    });
  return (
    <Section title={t('title')}>
      <p>{t(on ? 'on' : 'off')}</p>
      {!on && !setup && (
        <div>
          <Button onClick={begin}>{t('enable')}</Button>
        </div>
      )}
      {setup && (
        <Typed label={t('code')} name="otp" autoComplete="one-time-code" acts={[{ label: t('confirm'), run: confirmCode }]}>
          <p>{t('secret')}</p>
          <Code text={setup.secret} />
          <p>
            <a href={setup.uri}>{t('link')}</a>
          </p>
        </Typed>
      )}
      {on && <Typed label={t('password')} name="password" autoComplete="current-password" acts={[{ label: t('renew'), run: renew }, { label: t('disable'), run: disable }]} />}
      {problem && <Failure problem={problem} />}
      {recovery && (
        <SecretDialog title={t('recovery')} secret={recovery.join('\n')} close={() => setRecovery(null)}>
          <p>{t('recoveryIs')}</p>
        </SecretDialog>
      )}
    </Section>
  );
}

interface TypedProps {
  label: string;
  name: 'otp' | 'password';
  autoComplete: 'one-time-code' | 'current-password';
  acts: { label: string; run: (typed: string) => Promise<void> }[];
  children?: ComponentChildren;
}

/** A field whose text the acts beside it need. */
function Typed({ label, name, autoComplete, acts, children }: TypedProps) {
  const [typed, setTyped] = useState('');
  const run = async (act: (typed: string) => Promise<void>) => {
    await act(typed.trim());
    setTyped('');
  };
  return (
    <form
      class="fields"
      onSubmit={(event) => {
        event.preventDefault();
        void run(acts[0]!.run);
      }}
    >
      {children}
      <label class="field">
        {label}
        <input name={name} type={name === 'password' ? 'password' : 'text'} autoComplete={autoComplete} required value={typed} onInput={(event) => setTyped(event.currentTarget.value)} />
      </label>
      <div class="acts">
        {acts.map((act, index) => (
          <Button key={act.label} type={index === 0 ? 'submit' : 'button'} disabled={!typed} {...(index === 0 ? {} : { onClick: () => run(act.run) })}>
            {act.label}
          </Button>
        ))}
      </div>
    </form>
  );
}
