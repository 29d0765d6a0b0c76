import { call } from '../data/call';
import { end, person } from '../data/session';
import { unsent } from '../data/till-store';
import { texts } from '../i18n/texts';
import { Button } from '../parts/controls';
import { notify } from '../parts/notices';

const t = texts({
  en: { me: 'Profile', companies: 'Companies', out: 'Sign out', held: 'Not while sales of the till are not sent.' },
  fr: { me: 'Profil', companies: 'Entreprises', out: 'Se déconnecter', held: 'Pas tant que des ventes de la caisse ne sont pas envoyées.' },
  de: { me: 'Profil', companies: 'Unternehmen', out: 'Abmelden', held: 'Nicht, solange Verkäufe der Kasse nicht gesendet sind.' },
});

/** Sales that are only on this device would be forgotten: nobody leaves them behind. */
function heldByTill(): boolean {
  if (unsent.value > 0) {
    notify(t('held'), { failed: true });
  }
  return unsent.value > 0;
}

export async function signOut(): Promise<void> {
  if (heldByTill()) {
    return;
  }
  await call('logOut').catch(() => undefined);
  end();
  location.assign('/console/login');
}

/** What the person may do about themselves, from every page. */
export function PersonMenu() {
  return (
    <details class="menu">
      <summary>{person.value?.name}</summary>
      <div>
        <a href="/console/me">{t('me')}</a>
        <a href="/console/companies" onClick={(event) => heldByTill() && event.preventDefault()}>
          {t('companies')}
        </a>
        <Button kind="quiet" onClick={signOut}>
          {t('out')}
        </Button>
      </div>
    </details>
  );
}
