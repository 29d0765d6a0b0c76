import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { addressOf, type OperationId } from '../data/call';
import { texts } from '../i18n/texts';
import { Button, Code } from './controls';
import { Dialog } from './dialog';
import { curlOf } from './states';
import { TabBar, useTab } from './tabs';
import './record.css';

const t = texts({
  en: { api: 'API', request: 'The request that reads this record, and its answer' },
  fr: { api: 'API', request: 'La requête qui lit cette fiche, et sa réponse' },
  de: { api: 'API', request: 'Die Anfrage, die diesen Datensatz liest, und ihre Antwort' },
});

export interface Tab {
  id: string;
  label: string;
  show: () => ComponentChildren;
}

/** Parts of a record under each other's name; the chosen one is in the address. */
export function Tabs({ tabs, label }: { tabs: readonly Tab[]; label: string }) {
  const chosen = useTab(tabs.map((one) => one.id));
  return (
    <>
      <TabBar label={label} tabs={tabs} />
      {tabs.find((one) => one.id === chosen)?.show()}
    </>
  );
}

/** The figures of a record, large. */
export function Figures({ rows }: { rows: [string, ComponentChildren][] }) {
  return (
    <dl class="figures">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** How a program reads the same record. */
export function ApiButton({ operation, path, record }: { operation: OperationId; path: Record<string, string>; record: unknown }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button kind="quiet" onClick={() => setOpen(true)}>
        {t('api')}
      </Button>
      {open && (
        <Dialog title={t('request')} wide close={() => setOpen(false)}>
          <div class="fields">
            <Code text={curlOf('GET', addressOf(operation, path))} />
            <Code text={JSON.stringify(record, null, 2)} />
          </div>
        </Dialog>
      )}
    </>
  );
}
