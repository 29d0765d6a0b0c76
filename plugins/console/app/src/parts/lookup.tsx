import * as combobox from '@zag-js/combobox';
import { normalizeProps, useMachine } from '@zag-js/preact';
import { useEffect, useId, useMemo, useState } from 'preact/hooks';
import { call, type OperationId } from '../data/call';
import { useRead } from '../data/query';
import { companyId } from '../data/place';
import { texts } from '../i18n/texts';

const t = texts({
  en: { none: 'Nothing found', create: 'Create “{name}”' },
  fr: { none: 'Rien trouvé', create: 'Créer « {name} »' },
  de: { none: 'Nichts gefunden', create: '„{name}“ anlegen' },
});

export interface Choice {
  id: string;
  label: string;
  /** Beside the label, such as a number or price. */
  hint?: string;
  record?: unknown;
}

interface Source {
  list: OperationId;
  /** Reads one record for its label; else the whole list is read. */
  read?: OperationId;
  idName?: string;
  /** The list is searched by the service. */
  search?: boolean;
  choice: (record: never) => Choice;
}

type Named = { id: string; name: string };

/** What identifiers of the API can be looked up, by their prefix. */
const Sources: Record<string, Source> = {
  par: {
    list: 'listPartners', read: 'getPartner', idName: 'partnerId', search: true,
    choice: (one: Named & { email: string | null }) => ({ id: one.id, label: one.name, hint: one.email ?? '', record: one }),
  },
  itm: {
    list: 'listItems', read: 'getItem', idName: 'itemId', search: true,
    choice: (one: Named & { sku: string | null }) => ({ id: one.id, label: one.name, hint: one.sku ?? '', record: one }),
  },
  wal: { list: 'listWallets', choice: (one: Named & { currency: string }) => ({ id: one.id, label: one.name, hint: one.currency, record: one }) },
  bus: { list: 'listBusinessUnits', choice: (one: Named) => ({ id: one.id, label: one.name, record: one }) },
  loc: { list: 'listLocations', choice: (one: Named) => ({ id: one.id, label: one.name, record: one }) },
  rol: { list: 'listRoles', choice: (one: Named) => ({ id: one.id, label: one.name, record: one }) },
  prl: { list: 'listPriceLists', choice: (one: Named) => ({ id: one.id, label: one.name, record: one }) },
};

export type LookupKind = keyof typeof Sources & string;

export function isLookup(kind: string | undefined): kind is LookupKind {
  return kind !== undefined && kind in Sources;
}

const PauseBeforeSearch = 200;

async function choices(kind: LookupKind, q: string, abort: AbortSignal): Promise<Choice[]> {
  const source = Sources[kind]!;
  const query = source.search ? { q, limit: '20' } : { limit: '500' };
  const records = (await call(source.list, { query, signal: abort })) as never[];
  const found = records.map(source.choice);
  const wanted = q.trim().toLowerCase();
  return source.search || !wanted ? found : found.filter((one) => one.label.toLowerCase().includes(wanted));
}

async function choiceOf(kind: LookupKind, id: string, abort: AbortSignal): Promise<Choice | undefined> {
  const source = Sources[kind]!;
  if (source.read) {
    return source.choice((await call(source.read, { path: { [source.idName!]: id }, signal: abort })) as never);
  }
  return (await choices(kind, '', abort)).find((one) => one.id === id);
}

/** The record behind an identifier as a choice, for its name. */
export function useChoice(kind: LookupKind, id: string | null | undefined): Choice | undefined {
  const read = useRead(['choice', companyId.value, kind, id ?? ''], async (abort) => (await choiceOf(kind, id!, abort)) ?? null, Boolean(id));
  return read.data ?? undefined;
}

export interface LookupProps {
  kind: LookupKind;
  value: string;
  set: (id: string | null, choice?: Choice) => void;
  label: string;
  /** Called with the text when nothing was chosen, such as to create a partner or a line without an item. */
  free?: (text: string) => void;
  id?: string;
  describedBy?: string | undefined;
  invalid?: boolean;
  /** Keys that a grid handles itself. */
  onKeyDown?: (event: KeyboardEvent) => void;
  'data-path'?: string | undefined;
}

/** A combobox over records of the service. */
export function Lookup(props: LookupProps) {
  const { kind, value, set } = props;
  const own = useId();
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState('');
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed), PauseBeforeSearch);
    return () => clearTimeout(timer);
  }, [typed]);
  const found = useRead(['choices', companyId.value, kind, asked], (abort) => choices(kind, asked, abort), open);
  const chosen = useChoice(kind, value);
  // What was found for an earlier text is not offered: Enter would choose it.
  const current = typed === asked;
  const items = current ? (found.data ?? []) : [];
  const free: Choice[] = props.free && typed.trim() ? [{ id: FreeText, label: t('create', { name: typed.trim() }) }] : [];
  const all = [...items, ...free];
  const collection = useMemo(
    () => combobox.collection<Choice>({ items: all, itemToValue: (one) => one.id, itemToString: (one) => one.label }),
    [found.data, typed, asked],
  );
  const service = useMachine(combobox.machine, {
    id: own,
    // The label of the field points at the input.
    ids: { input: props.id ?? `${own}-input` },
    collection,
    value: value ? [value] : [],
    openOnClick: true,
    inputBehavior: 'autohighlight',
    selectionBehavior: 'replace',
    translations: { triggerLabel: props.label },
    onOpenChange: (change) => {
      setOpen(change.open);
      // Opened by typing or pasting, the list is that of the text; opened otherwise, it is the whole one.
      if (change.open && change.reason !== 'input-change') {
        setTyped('');
      }
    },
    onInputValueChange: (change) => {
      if (change.reason === 'input-change') {
        setTyped(change.inputValue);
        if (change.inputValue === '' && value) {
          set(null);
        }
      }
    },
    onValueChange: (change) => {
      const [id] = change.value;
      if (id === FreeText) {
        props.free?.(typed.trim());
      } else {
        set(id ?? null, change.items[0]);
      }
    },
  });
  const api = combobox.connect(service, normalizeProps);
  useEffect(() => {
    // The label of the value is known after it was read.
    if (chosen && !open && api.inputValue !== chosen.label) {
      api.setInputValue(chosen.label);
    } else if (!value && !open && api.inputValue !== '') {
      api.setInputValue('');
    }
  }, [chosen?.label, value, open]);
  return (
    <div {...api.getRootProps()} class="lookup">
      <div {...api.getControlProps()}>
        <input
          {...api.getInputProps()}
          aria-label={props.label}
          data-path={props['data-path']}
          aria-describedby={props.describedBy}
          aria-invalid={props.invalid || undefined}
          onKeyDownCapture={props.onKeyDown}
        />
      </div>
      <div {...api.getPositionerProps()}>
        {api.open && (
          <ul {...api.getContentProps()} class="choices">
            {all.map((item) => (
              <li key={item.id} {...api.getItemProps({ item })}>
                <span>{item.label}</span>
                {item.hint && <small>{item.hint}</small>}
              </li>
            ))}
            {all.length === 0 && current && !found.loading && <li class="none">{t('none')}</li>}
          </ul>
        )}
      </div>
    </div>
  );
}

const FreeText = '\u0000free';
