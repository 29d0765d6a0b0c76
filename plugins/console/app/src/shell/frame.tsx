import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useAddress } from '../data/address';
import { company } from '../data/company';
import { readContract } from '../data/contract';
import { placed } from '../data/place';
import { preferences } from '../data/preferences';
import { countUnsent } from '../data/till-store';
import { texts } from '../i18n/texts';
import { Button } from '../parts/controls';
import { mayLeave, Questions } from '../parts/dialog';
import { hasUnsaved } from '../parts/form/draft';
import { Notices } from '../parts/notices';
import { Bars } from './bars';
import { KeyHelp } from './key-help';
import { useKeys } from './keys';
import { Palette } from './palette';
import { PersonMenu } from './person-menu';
import { SideBar, UnitChoice } from './side-bar';

const t = texts({
  en: { skip: 'To the content', menu: 'Menu', find: 'Find (Ctrl+K)', zone: 'Times are those of {zone}.' },
  fr: { skip: 'Au contenu', menu: 'Menu', find: 'Chercher (Ctrl+K)', zone: 'Les heures sont celles de {zone}.' },
  de: { skip: 'Zum Inhalt', menu: 'Menü', find: 'Suchen (Strg+K)', zone: 'Zeiten sind die von {zone}.' },
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
  useEffect(() => void countUnsent().catch(() => undefined), []);
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
          {company.value?.name}
        </a>
        <UnitChoice />
        <span class="space" />
        <Button onClick={() => setFinding(true)}>{t('find')}</Button>
        <PersonMenu />
      </header>
      <SideBar open={menu} close={() => setMenu(false)} />
      <main id="content" tabIndex={-1}>
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

function ZoneNote() {
  const zone = company.value?.timeZone;
  return zone && zone !== Intl.DateTimeFormat().resolvedOptions().timeZone ? <p class="zone">{t('zone', { zone })}</p> : null;
}
