import { useEffect, useState } from 'preact/hooks';
import { limitedUntil, reachable } from '../data/call';
import { builds } from '../data/contract';
import { placed } from '../data/place';
import { expiresAt } from '../data/session';
import { unsent } from '../data/till-store';
import { texts } from '../i18n/texts';
import { Button } from '../parts/controls';
import { signOut } from './person-menu';

const t = texts({
  en: {
    offline: 'No connection to the service.', limited: 'Too many requests; it goes on by itself.', reload: 'The service was updated.', doReload: 'Reload',
    unsent: { one: '{n} sale of the till is not sent yet.', other: '{n} sales of the till are not sent yet.' }, toTill: 'To the till',
    ends: 'Your session ends in a few minutes.', stay: 'Sign in again',
  },
  fr: {
    offline: 'Pas de connexion au service.', limited: 'Trop de requêtes ; cela reprend tout seul.', reload: 'Le service a été mis à jour.', doReload: 'Recharger',
    unsent: { one: '{n} vente de la caisse n’est pas encore envoyée.', other: '{n} ventes de la caisse ne sont pas encore envoyées.' }, toTill: 'À la caisse',
    ends: 'Votre session se termine dans quelques minutes.', stay: 'Se reconnecter',
  },
  de: {
    offline: 'Keine Verbindung zum Dienst.', limited: 'Zu viele Anfragen; es geht von selbst weiter.', reload: 'Der Dienst wurde aktualisiert.', doReload: 'Neu laden',
    unsent: { one: '{n} Verkauf der Kasse ist noch nicht gesendet.', other: '{n} Verkäufe der Kasse sind noch nicht gesendet.' }, toTill: 'Zur Kasse',
    ends: 'Ihre Sitzung endet in wenigen Minuten.', stay: 'Neu anmelden',
  },
});

/** How long before its end a session is announced to end, in milliseconds. */
const EndsSoon = 5 * 60_000;

/** What the person should know about the connection, above every page. */
export function Bars() {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 5000);
    return () => clearInterval(timer);
  }, []);
  const build = builds.value;
  const ends = expiresAt.value ? new Date(expiresAt.value).getTime() : Infinity;
  return (
    <div role="status">
      {!reachable.value && <p class="bar bad">{t('offline')}</p>}
      {unsent.value > 0 && (
        <p class="bar bad">
          {t('unsent', { n: unsent.value })} <a href={placed('/till')}>{t('toTill')}</a>
        </p>
      )}
      {limitedUntil.value > now && <p class="bar">{t('limited')}</p>}
      {ends - now < EndsSoon && (
        <p class="bar">
          {t('ends')} <Button onClick={signOut}>{t('stay')}</Button>
        </p>
      )}
      {build && build.now !== build.opened && (
        <p class="bar">
          {t('reload')} <Button onClick={() => location.reload()}>{t('doReload')}</Button>
        </p>
      )}
    </div>
  );
}
