import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useAddress } from '../data/address';
import { call, limitedUntil, reachable } from '../data/call';
import { company } from '../data/company';
import { builds, readContract } from '../data/contract';
import { placed } from '../data/place';
import { preferences } from '../data/preferences';
import { end, expiresAt, person } from '../data/session';
import { texts } from '../i18n/texts';
import { Button } from '../parts/controls';
import { mayLeave, Questions } from '../parts/dialog';
import { hasUnsaved } from '../parts/form/draft';
import { Notices } from '../parts/notices';
import { KeyHelp } from './key-help';
import { useKeys } from './keys';
import { manifest } from './manifest';
import { Palette } from './palette';
import { SideBar, UnitChoice } from './side-bar';

const t = texts({
  en: {
    skip: 'To the content', menu: 'Menu', find: 'Find (Ctrl+K)', me: 'Profile', companies: 'Companies',
    out: 'Sign out', offline: 'No connection to the service.', limited: 'Too many requests; it goes on by itself.', reload: 'The service was updated.',
    doReload: 'Reload', zone: 'Times are those of {zone}.', ends: 'Your session ends in a few minutes.', stay: 'Sign in again',
  },
  fr: {
    skip: 'Au contenu', menu: 'Menu', find: 'Chercher (Ctrl+K)', me: 'Profil', companies: 'Entreprises',
    out: 'Se déconnecter', offline: 'Pas de connexion au service.', limited: 'Trop de requêtes ; cela reprend tout seul.', reload: 'Le service a été mis à jour.',
    doReload: 'Recharger', zone: 'Les heures sont celles de {zone}.', ends: 'Votre session se termine dans quelques minutes.', stay: 'Se reconnecter',
  },
  de: {
    skip: 'Zum Inhalt', menu: 'Menü', find: 'Suchen (Strg+K)', me: 'Profil', companies: 'Unternehmen',
    out: 'Abmelden', offline: 'Keine Verbindung zum Dienst.', limited: 'Zu viele Anfragen; es geht von selbst weiter.', reload: 'Der Dienst wurde aktualisiert.',
    doReload: 'Neu laden', zone: 'Zeiten sind die von {zone}.', ends: 'Ihre Sitzung endet in wenigen Minuten.', stay: 'Neu anmelden',
  },
});

/** How often the console looks whether the service was updated, in milliseconds. */
const LookForBuildEvery = 10 * 60_000;

/** Everything around the page: side bar, top bar, messages, questions. */
export function Frame({ children }: { children: ComponentChildren }) {
  const [finding, setFinding] = useState(false);
  const [menu, setMenu] = useState(false);
  const [helping, setHelping] = useState(false);
  useKeys({ find: () => setFinding(true), help: () => setHelping(true) });
  useAskBeforeLeaving();
  useEffect(() => {
    const timer = setInterval(() => void readContract().catch(() => undefined), LookForBuildEvery);
    return () => clearInterval(timer);
  }, []);
  return (
    <div class={`frame${preferences.value.compact ? ' compact' : ''}`} data-theme={preferences.value.theme}>
      <a class="skip" href="#content">
        {t('skip')}
      </a>
      <header class="top">
        <Button kind="quiet" onClick={() => setMenu(!menu)} aria-expanded={menu} aria-label={t('menu')} data-menu>
          ☰
        </Button>
        <a class="company" href={placed('/')}>
          {manifest.value.title ?? company.value?.name}
        </a>
        <UnitChoice />
        <span class="space" />
        <Button onClick={() => setFinding(true)}>{t('find')}</Button>
        <PersonMenu />
      </header>
      <SideBar open={menu} close={() => setMenu(false)} />
      <main id="content">
        <Bars />
        {children}
        <ZoneNote />
      </main>
      <Notices />
      <Questions />
      {finding && <Palette close={() => setFinding(false)} />}
      {helping && <KeyHelp close={() => setHelping(false)} />}
    </div>
  );
}

/** A link away from a changed form is followed after the person was asked. */
function useAskBeforeLeaving(): void {
  const { go } = useAddress();
  useEffect(() => {
    const clicked = (event: MouseEvent) => {
      const link = (event.target as Element | null)?.closest?.('a[href]');
      if (!link || event.button !== 0 || event.ctrlKey || event.metaKey || !hasUnsaved() || link.getAttribute('target')) {
        return;
      }
      event.preventDefault();
      event.stopPropagation();
      void mayLeave().then((yes) => yes && go(link.getAttribute('href')!));
    };
    addEventListener('click', clicked, true);
    return () => removeEventListener('click', clicked, true);
  }, []);
}

async function signOut(): Promise<void> {
  await call('logOut').catch(() => undefined);
  end();
  location.assign('/console/login');
}

function PersonMenu() {
  return (
    <details class="menu">
      <summary>{person.value?.name}</summary>
      <div>
        <a href="/console/me">{t('me')}</a>
        <a href="/console/companies">{t('companies')}</a>
        <Button kind="quiet" onClick={signOut}>
          {t('out')}
        </Button>
      </div>
    </details>
  );
}

/** How long before its end a session is announced to end, in milliseconds. */
const EndsSoon = 5 * 60_000;

/** What the person should know about the connection, above every page. */
function Bars() {
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

function ZoneNote() {
  const zone = company.value?.timeZone;
  return zone && zone !== Intl.DateTimeFormat().resolvedOptions().timeZone ? <p class="zone">{t('zone', { zone })}</p> : null;
}
