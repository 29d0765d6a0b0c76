import { useState } from 'preact/hooks';
import { placed } from '../data/place';
import { texts } from '../i18n/texts';
import { Button, Code } from './controls';
import './tree.css';

const t = texts({
  en: { tree: 'Tree', raw: 'Raw', view: 'How the body is shown' },
  fr: { tree: 'Arbre', raw: 'Brut', view: 'Présentation du corps' },
  de: { tree: 'Baum', raw: 'Roh', view: 'Darstellung des Inhalts' },
});

/** Pages of records, by the prefix of their identifiers. */
const Routes: Record<string, string> = {
  sal: '/sales/', quo: '/quotes/', pur: '/purchases/', itm: '/items/', par: '/partners/', wal: '/wallets/', key: '/developers/keys/', whk: '/developers/webhooks/', evt: '/developers/events/',
};

/** The address of the page of a record; null when it has none. */
export function pageOf(id: string): string | null {
  const route = Routes[id.slice(0, 3)];
  return route && id[3] === '_' ? placed(route + id) : null;
}

/** A JSON value as a tree whose identifiers are links, or as it is written. */
export function Json({ value }: { value: unknown }) {
  const [raw, setRaw] = useState(false);
  return (
    <div class="json">
      <div class="acts" role="group" aria-label={t('view')}>
        <Button kind="quiet" aria-pressed={!raw} onClick={() => setRaw(false)}>
          {t('tree')}
        </Button>
        <Button kind="quiet" aria-pressed={raw} onClick={() => setRaw(true)}>
          {t('raw')}
        </Button>
      </div>
      {raw ? (
        <Code text={JSON.stringify(value, null, 2)} />
      ) : (
        <div class="tree">
          <Node value={value} depth={0} />
        </div>
      )}
    </div>
  );
}

/** Branches deeper than this are closed at first. */
const OpenDepth = 2;

function Node({ name, value, depth }: { name?: string; value: unknown; depth: number }) {
  const label = name !== undefined && <span class="name">{name}</span>;
  if (typeof value !== 'object' || value === null) {
    return (
      <div class="leaf">
        {label} <Leaf value={value} />
      </div>
    );
  }
  const members = Object.entries(value);
  const size = Array.isArray(value) ? `[${members.length}]` : `{${members.length}}`;
  return (
    <details open={depth < OpenDepth}>
      <summary>
        {label} <span class="small">{size}</span>
      </summary>
      {members.map(([key, member]) => (
        <Node key={key} name={key} value={member} depth={depth + 1} />
      ))}
    </details>
  );
}

function Leaf({ value }: { value: unknown }) {
  const page = typeof value === 'string' ? pageOf(value) : null;
  return page ? <a href={page}>{String(value)}</a> : <code>{JSON.stringify(value)}</code>;
}
