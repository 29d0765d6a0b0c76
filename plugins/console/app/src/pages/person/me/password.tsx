import { useState } from 'preact/hooks';
import { call, newKey } from '../../../data/call';
import { asProblem, type Problem } from '../../../data/problem';
import { changed } from '../../../data/query';
import { texts } from '../../../i18n/texts';
import { Button, Section } from '../../../parts/controls';
import { notify } from '../../../parts/notices';
import { Failure } from '../../../parts/states';

const t = texts({
  en: { title: 'Password', current: 'Current password', next: 'New password (12 characters at least)', save: 'Change the password', saved: 'The password is changed. Other sessions have ended.' },
  fr: { title: 'Mot de passe', current: 'Mot de passe actuel', next: 'Nouveau mot de passe (12 caractères au moins)', save: 'Changer le mot de passe', saved: 'Le mot de passe est changé. Les autres sessions sont terminées.' },
  de: { title: 'Passwort', current: 'Jetziges Passwort', next: 'Neues Passwort (mindestens 12 Zeichen)', save: 'Passwort ändern', saved: 'Das Passwort ist geändert. Andere Sitzungen sind beendet.' },
});

export function Password() {
  const [problem, setProblem] = useState<Problem | null>(null);
  const [intent, setIntent] = useState(newKey);
  const save = async (form: HTMLFormElement) => {
    const typed = new FormData(form);
    setProblem(null);
    try {
      await call('changePassword', { body: { currentPassword: String(typed.get('current')), newPassword: String(typed.get('next')) }, key: intent });
      form.reset();
      notify(t('saved'));
      void changed('listSessions');
    } catch (error) {
      setProblem(asProblem(error));
    }
    setIntent(newKey());
  };
  return (
    <Section title={t('title')}>
      <form
        class="fields"
        onSubmit={(event) => {
          event.preventDefault();
          void save(event.currentTarget);
        }}
      >
        <label class="field">
          {t('current')}
          <input type="password" name="current" autoComplete="current-password" required />
        </label>
        <label class="field">
          {t('next')}
          <input type="password" name="next" autoComplete="new-password" minLength={12} required />
        </label>
        {problem && <Failure problem={problem} />}
        <footer class="form-foot">
          <Button type="submit">{t('save')}</Button>
        </footer>
      </form>
    </Section>
  );
}
