import { useState } from 'preact/hooks';
import { call, newKey } from '../../../data/call';
import { asProblem, type Problem } from '../../../data/problem';
import { person } from '../../../data/session';
import { speak, texts, type Language } from '../../../i18n/texts';
import { Button, Section } from '../../../parts/controls';
import { notify } from '../../../parts/notices';
import { Failure } from '../../../parts/states';

const t = texts({
  en: { title: 'You', name: 'Name', email: 'E-mail', language: 'Language', save: 'Save the profile', saved: 'The profile is saved.' },
  fr: { title: 'Vous', name: 'Nom', email: 'E-mail', language: 'Langue', save: 'Enregistrer le profil', saved: 'Le profil est enregistré.' },
  de: { title: 'Sie', name: 'Name', email: 'E-Mail', language: 'Sprache', save: 'Profil speichern', saved: 'Das Profil ist gespeichert.' },
});

const languageNames: Record<Language, string> = { en: 'English', fr: 'Français', de: 'Deutsch' };

export function Profile() {
  const [problem, setProblem] = useState<Problem | null>(null);
  const [intent, setIntent] = useState(newKey);
  const me = person.value;
  const save = async (form: HTMLFormElement) => {
    const typed = new FormData(form);
    setProblem(null);
    try {
      const { user } = await call('updateMe', { body: { name: String(typed.get('name')), language: String(typed.get('language')) as Language }, key: intent });
      person.value = user;
      speak(user.language);
      notify(t('saved'));
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
          {t('name')}
          <input name="name" autoComplete="name" required defaultValue={me?.name} />
        </label>
        <p class="small">
          {t('email')}: {me?.email}
        </p>
        <label class="field">
          {t('language')}
          <select name="language">
            {(Object.keys(languageNames) as Language[]).map((one) => (
              <option key={one} value={one} selected={one === me?.language} lang={one}>
                {languageNames[one]}
              </option>
            ))}
          </select>
        </label>
        {problem && <Failure problem={problem} />}
        <footer class="form-foot">
          <Button kind="primary" type="submit">
            {t('save')}
          </Button>
        </footer>
      </form>
    </Section>
  );
}
