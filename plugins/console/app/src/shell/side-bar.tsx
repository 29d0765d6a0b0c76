import { useAddress } from '../data/address';
import { businessUnit, membership } from '../data/company';
import { placed } from '../data/place';
import { useAnswer } from '../data/query';
import { language, texts } from '../i18n/texts';
import { available, groupNames, type Entry, type GroupId } from './navigation';
import { pluginMenu } from './plugin-menu';

const t = texts({
  en: { menu: 'Menu', units: 'Business unit', all: 'All units' },
  fr: { menu: 'Menu', units: 'Établissement', all: 'Tous les établissements' },
  de: { menu: 'Menü', units: 'Standort', all: 'Alle Standorte' },
});

function isCurrent(path: string, entry: Entry): boolean {
  const route = placed(entry.route);
  return path === route || (entry.route !== '/' && path.startsWith(`${route}/`));
}

/** The pages that the person has here, by group. */
export function SideBar({ open, close }: { open: boolean; close: () => void }) {
  const { path } = useAddress();
  const shown = available();
  const current = shown.filter((entry) => isCurrent(path, entry)).sort((a, b) => b.route.length - a.route.length)[0];
  return (
    <nav class={open ? 'side open' : 'side'} aria-label={t('menu')} onClick={close}>
      {(Object.keys(groupNames) as GroupId[]).map((group) => {
        const pages = shown.filter((entry) => entry.group === group).map((entry) => ({ key: entry.id, href: placed(entry.route), label: entry.label[language.value], current: entry === current }));
        const added = pluginMenu()
          .filter((link) => link.group === group)
          .map((link) => ({ key: link.id, href: placed(link.route), label: link.label, current: path === placed(link.route) }));
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

/** Limits every list that can be limited to one business unit. */
export function UnitChoice() {
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
