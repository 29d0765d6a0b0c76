import { useEffect, useState } from 'preact/hooks';
import { useAddress } from '../data/address';
import { call } from '../data/call';
import { may } from '../data/company';
import { companyId, placed } from '../data/place';
import { useRead } from '../data/query';
import { language, texts } from '../i18n/texts';
import { Dialog } from '../parts/dialog';
import { available, groupNames } from './navigation';
import { pluginMenu } from './plugin-menu';

const t = texts({
  en: { title: 'Find a page, an act or a record', none: 'Nothing found' },
  fr: { title: 'Chercher une page, une action ou un enregistrement', none: 'Rien trouvé' },
  de: { title: 'Seite, Handlung oder Datensatz suchen', none: 'Nichts gefunden' },
});

interface Hit {
  label: string;
  hint: string;
  route: string;
}

/** Pages of records by the prefix of their identifiers. */
const Records: Record<string, string> = {
  sal: '/sales/', quo: '/quotes/', pur: '/purchases/', itm: '/items/', par: '/partners/', wal: '/wallets/', key: '/developers/keys/',
  whk: '/developers/webhooks/', evt: '/developers/events/',
};

const PauseBeforeSearch = 200;
/** Hits that are shown; what is further down is found by typing more. */
const MostHits = 30;

function fixedHits(): Hit[] {
  const pages = available();
  const creates = pages.flatMap((entry) =>
    entry.create && may(entry.create.needs) ? [{ label: entry.create.label[language.value], hint: 'n', route: entry.create.route }] : [],
  );
  return [
    ...[...pages.map((entry) => ({ ...entry, label: entry.label[language.value] })), ...pluginMenu()].map((entry) => ({
      label: entry.label,
      hint: entry.key ? `g ${entry.key}` : groupNames[entry.group][language.value],
      route: entry.route,
    })),
    ...creates,
  ];
}

async function recordHits(q: string, abort: AbortSignal): Promise<Hit[]> {
  const query = { q, limit: '5' };
  const asked = await Promise.all([
    may('listSales') ? call('listSales', { query, signal: abort }).then((rows) => (rows as { id: string; number: string; partner: { name: string } | null }[]).map((one) => ({ label: one.number, hint: one.partner?.name ?? '', route: `/sales/${one.id}` }))) : [],
    may('listPartners') ? call('listPartners', { query, signal: abort }).then((rows) => rows.map((one) => ({ label: one.name, hint: one.email ?? '', route: `/partners/${one.id}` }))) : [],
    may('listItems') ? call('listItems', { query, signal: abort }).then((rows) => rows.map((one) => ({ label: one.name, hint: one.sku ?? '', route: `/items/${one.id}` }))) : [],
  ]);
  return asked.flat();
}

/** The command palette: everything that menus have, and records by number, name or identifier. */
export function Palette({ close }: { close: () => void }) {
  const { go } = useAddress();
  const [text, setText] = useState('');
  const [asked, setAsked] = useState('');
  const [chosen, setChosen] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text.trim()), PauseBeforeSearch);
    return () => clearTimeout(timer);
  }, [text]);
  const identifier = /^([a-z]{3})_[0-9a-z]+$/.exec(text.trim());
  const direct = identifier && Records[identifier[1]!];
  const found = useRead(['palette', companyId.value, asked], (abort) => recordHits(asked, abort), asked.length > 1 && !direct);
  const wanted = text.trim().toLowerCase();
  const all: Hit[] = [
    ...(direct ? [{ label: text.trim(), hint: '', route: direct + text.trim() }] : []),
    ...fixedHits().filter((one) => one.label.toLowerCase().includes(wanted)),
    ...(wanted.length > 1 ? (found.data ?? []) : []),
  ];
  const hits = all.slice(0, MostHits);
  useEffect(() => document.getElementById(`palette-${chosen}`)?.scrollIntoView({ block: 'nearest' }), [chosen]);
  const open = (hit: Hit | undefined, tab: boolean) => {
    if (hit) {
      close();
      if (tab) {
        window.open(placed(hit.route), '_blank', 'noopener');
      } else {
        go(placed(hit.route));
      }
    }
  };
  return (
    <Dialog title={t('title')} close={close}>
      <div
        class="palette"
        onKeyDown={(event) => {
          const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
          if (step) {
            event.preventDefault();
            setChosen(Math.max(0, Math.min(hits.length - 1, chosen + step)));
          } else if (event.key === 'Enter') {
            event.preventDefault();
            open(hits[chosen], event.ctrlKey || event.metaKey);
          }
        }}
      >
        <input
          type="search"
          autoFocus
          role="combobox"
          aria-expanded="true"
          aria-controls="palette-hits"
          aria-activedescendant={hits[chosen] ? `palette-${chosen}` : undefined}
          aria-label={t('title')}
          value={text}
          onInput={(event) => {
            setText(event.currentTarget.value);
            setChosen(0);
          }}
        />
        <ul role="listbox" id="palette-hits" aria-label={t('title')}>
          {hits.map((hit, index) => (
            <li key={hit.route + hit.label} id={`palette-${index}`} role="option" aria-selected={index === chosen} onClick={(event) => open(hit, event.ctrlKey || event.metaKey)}>
              <span>{hit.label}</span>
              <small>{hit.hint}</small>
            </li>
          ))}
        </ul>
        <p class="help" role="status">
          {hits.length === 0 ? t('none') : ''}
        </p>
      </div>
    </Dialog>
  );
}
