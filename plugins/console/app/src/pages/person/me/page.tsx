import { preferences, prefer } from '../../../data/preferences';
import { memberships } from '../../../data/session';
import { texts } from '../../../i18n/texts';
import { Section } from '../../../parts/controls';
import { Questions } from '../../../parts/dialog';
import { Notices } from '../../../parts/notices';
import { Page } from '../../../shell/page';
import { OneTimeCodes } from './codes';
import { Password } from './password';
import { Profile } from './profile';
import { Sessions } from './sessions';

const t = texts({
  en: { title: 'Profile', back: 'To the companies', console: 'This console', theme: 'Theme', system: 'as the system', light: 'light', dark: 'dark', compact: 'Compact rows', letters: 'Single letters are keys (n, /, g …)' },
  fr: { title: 'Profil', back: 'Vers les entreprises', console: 'Cette console', theme: 'Thème', system: 'comme le système', light: 'clair', dark: 'sombre', compact: 'Lignes serrées', letters: 'Les lettres seules sont des raccourcis (n, /, g …)' },
  de: { title: 'Profil', back: 'Zu den Unternehmen', console: 'Diese Konsole', theme: 'Farbschema', system: 'wie das System', light: 'hell', dark: 'dunkel', compact: 'Enge Zeilen', letters: 'Einzelne Buchstaben sind Tasten (n, /, g …)' },
});

/** The person: profile, password, one-time codes, sessions, and how the console behaves. */
export default function Me() {
  const only = memberships.value.length === 1 ? memberships.value[0] : undefined;
  const back = only ? { href: `/console/c/${only.id}`, text: only.name } : { href: '/console/companies', text: t('back') };
  return (
    <main data-theme={preferences.value.theme}>
      <Page title={t('title')} acts={<a href={back.href}>{back.text}</a>}>
        <div class="sheet">
          <Profile />
          <Password />
          <OneTimeCodes />
          <Sessions />
          <Behaviour />
        </div>
      </Page>
      <Notices />
      <Questions />
    </main>
  );
}

function Behaviour() {
  const { theme, compact, letterKeys } = preferences.value;
  const setTheme = (chosen: string) => {
    if (chosen === 'light' || chosen === 'dark') {
      prefer({ theme: chosen });
      return;
    }
    const { theme: _, ...others } = preferences.value;
    preferences.value = others;
    prefer({});
  };
  return (
    <Section title={t('console')}>
      <label class="field">
        {t('theme')}
        <select value={theme ?? ''} onChange={(event) => setTheme(event.currentTarget.value)}>
          <option value="">{t('system')}</option>
          <option value="light">{t('light')}</option>
          <option value="dark">{t('dark')}</option>
        </select>
      </label>
      <label class="check">
        <input type="checkbox" checked={compact ?? false} onChange={(event) => prefer({ compact: event.currentTarget.checked })} />
        {t('compact')}
      </label>
      <label class="check">
        <input type="checkbox" checked={letterKeys ?? true} onChange={(event) => prefer({ letterKeys: event.currentTarget.checked })} />
        {t('letters')}
      </label>
    </Section>
  );
}
