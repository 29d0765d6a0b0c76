import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useAddress } from '../data/address';
import { call, limitedUntil, reachable } from '../data/call';
import { businessUnit, company, membership } from '../data/company';
import { builds } from '../data/contract';
import { placed } from '../data/place';
import { preferences } from '../data/preferences';
import { useAnswer } from '../data/query';
import { end, expiresAt, person } from '../data/session';
import { language, texts } from '../i18n/texts';
import { Button } from '../parts/controls';
import { Questions } from '../parts/dialog';
import { Notices } from '../parts/notices';
import { useKeys } from './keys';
import { manifest } from './manifest';
import { available, groupNames, type Entry, type GroupId } from './navigation';
import { Palette } from './palette';

const t = texts({
  en: {
    skip: 'To the content', menu: 'Menu', units: 'Business unit', all: 'All units', find: 'Find (Ctrl+K)', me: 'Profile', companies: 'Companies',
    out: 'Sign out', offline: 'No connection to the service.', limited: 'Too many requests; it goes on by itself.', reload: 'The service was updated.',
    doReload: 'Reload', zone: 'Times are those of {zone}.', ends: 'Your session ends in a few minutes.', stay: 'Sign in again',
  },
  fr: {
    skip: 'Au contenu', menu: 'Menu', units: 'Établissement', all: 'Tous les établissements', find: 'Chercher (Ctrl+K)', me: 'Profil', companies: 'Entreprises',
    out: 'Se déconnecter', offline: 'Pas de connexion au service.', limited: 'Trop de requêtes ; cela reprend tout seul.', reload: 'Le service a été mis à jour.',
    doReload: 'Recharger', zone: 'Les heures sont celles de {zone}.', ends: 'Votre session se termine dans quelques minutes.', stay: 'Se reconnecter',
  },
  de: {
    skip: 'Zum Inhalt', menu: 'Menü', units: 'Standort', all: 'Alle Standorte', find: 'Suchen (Strg+K)', me: 'Profil', companies: 'Unternehmen',
    out: 'Abmelden', offline: 'Keine Verbindung zum Dienst.', limited: 'Zu viele Anfragen; es geht von selbst weiter.', reload: 'Der Dienst wurde aktualisiert.',
    doReload: 'Neu laden', zone: 'Zeiten sind die von {zone}.', ends: 'Ihre Sitzung endet in wenigen Minuten.', stay: 'Neu anmelden',
  },
});

/** Everything around the page: side bar, top bar, messages, questions. */
export function Frame({ children }: { children: ComponentChildren }) {
  const [finding, setFinding] = useState(false);
  const [menu, setMenu] = useState(false);
  useKeys({ find: () => setFinding(true) });
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
    </div>
  );
}

function isCurrent(path: string, entry: Entry): boolean {
  const route = placed(entry.route);
  return entry.route === '/' ? path === route || path === route.slice(0, -1) : path === route || path.startsWith(`${route}/`);
}

function SideBar({ open, close }: { open: boolean; close: () => void }) {
  const { path } = useAddress();
  const shown = available();
  const current = shown.filter((entry) => isCurrent(path, entry)).sort((a, b) => b.route.length - a.route.length)[0];
  return (
    <nav class={open ? 'side open' : 'side'} aria-label={t('menu')} onClick={close}>
      {(Object.keys(groupNames) as GroupId[]).map((group) => {
        const pages = shown.filter((entry) => entry.group === group).map((entry) => ({ key: entry.id, href: placed(entry.route), label: entry.label[language.value], current: entry === current }));
        const added = pluginLinks(group).map((link) => ({ ...link, current: path === link.href }));
        const links = [...pages, ...added];
        return links.length === 0 ? null : (
          <section key={group}>
            <h2>{groupNames[group][language.value]}</h2>
            {links.map((link) => (
              <a key={link.key} href={link.href} aria-current={link.current ? 'page' : undefined}>
                {link.label}
              </a>
            ))}
          </section>
        );
      })}
    </nav>
  );
}

function pluginLinks(group: GroupId): { key: string; href: string; label: string }[] {
  const held = membership.value?.permissions ?? [];
  return manifest.value.plugins
    .flatMap((plugin) => plugin.menu ?? [])
    .filter((one) => one.group === group && (!one.scope || held.includes(one.scope)))
    .sort((a, b) => (a.order ?? 100) - (b.order ?? 100))
    .map((one) => ({ key: one.id, href: placed(one.route), label: one.label[language.value] ?? one.label.en }));
}

function UnitChoice() {
  const units = useAnswer('listBusinessUnits', { query: { limit: '500' } });
  const own = membership.value?.businessUnitIds ?? [];
  const shown = (units.data ?? []).filter((unit) => own.length === 0 || own.includes(unit.id));
  if (shown.length < 2) {
    return null;
  }
  return (
    <select aria-label={t('units')} value={businessUnit.value} onChange={(event) => (businessUnit.value = event.currentTarget.value)}>
      <option value="">{t('all')}</option>
      {shown.map((unit) => (
        <option key={unit.id} value={unit.id}>
          {unit.name}
        </option>
      ))}
    </select>
  );
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
