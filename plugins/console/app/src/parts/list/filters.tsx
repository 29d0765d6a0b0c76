import { useEffect, useRef, useState } from 'preact/hooks';
import type { OperationId } from '../../data/call';
import { operation, parametersOf, resolved, typeOf, type Parameter, type Schema } from '../../data/contract';
import { fieldName, word } from '../../i18n/names';
import { texts } from '../../i18n/texts';
import { Button } from '../controls';
import { Lookup, isLookup } from '../lookup';
import { typedFilters } from './filter-text';

const t = texts({
  en: { add: 'Filter', remove: 'Remove the filter {name}', clear: 'Clear filters', yes: 'Yes', no: 'No', search: 'Search' },
  fr: { add: 'Filtrer', remove: 'Retirer le filtre {name}', clear: 'Effacer les filtres', yes: 'Oui', no: 'Non', search: 'Rechercher' },
  de: { add: 'Filtern', remove: 'Filter {name} entfernen', clear: 'Filter löschen', yes: 'Ja', no: 'Nein', search: 'Suchen' },
});

/** Parameters that are no filters. */
const NotFilters = new Set(['limit', 'offset', 'page', 'size', 'cursor', 'include', 'sort', 'order', 'q']);

/** The filters of a list: one for each query parameter that its operation declares. */
export function filtersOf(id: OperationId, fixed: readonly string[] = []): Parameter[] {
  const found = operation(id);
  return found ? parametersOf(found).filter((one) => one.in === 'query' && !NotFilters.has(one.name) && !fixed.includes(one.name)) : [];
}

export function hasSearch(id: OperationId): boolean {
  const found = operation(id);
  return found !== undefined && parametersOf(found).some((one) => one.in === 'query' && one.name === 'q');
}

/** Orders that a list offers, such as `date` and `-date`. */
export function sortsOf(id: OperationId): string[] {
  const found = operation(id);
  const sort = found && parametersOf(found).find((one) => one.in === 'query' && one.name === 'sort');
  return (sort?.schema.enum as string[] | undefined) ?? [];
}

interface Props {
  id: OperationId;
  filters: readonly Parameter[];
  query: Record<string, string>;
  set: (changes: Record<string, string | undefined>) => void;
}

/** Search field and chips: what is set, and what can be. */
export function FilterBar({ id, filters, query, set }: Props) {
  const [adding, setAdding] = useState<string | null>(null);
  const chosen = filters.filter((one) => query[one.name] || one.name === adding);
  const others = filters.filter((one) => !chosen.includes(one));
  return (
    <div class="filters">
      {hasSearch(id) && <Search value={query['q'] ?? ''} filters={filters} set={set} />}
      {chosen.map((one) => (
        <span key={one.name} class="chip">
          <label>
            {fieldName(one.name)}
            <FilterValue
              parameter={one}
              value={query[one.name] ?? ''}
              fresh={one.name === adding}
              set={(value) => {
                setAdding(null);
                set({ [one.name]: value });
              }}
            />
          </label>
          <Button
            kind="quiet"
            aria-label={t('remove', { name: fieldName(one.name) })}
            onClick={() => {
              setAdding(null);
              set({ [one.name]: undefined });
            }}
          >
            ✕
          </Button>
        </span>
      ))}
      {others.length > 0 && (
        <select
          aria-label={t('add')}
          class="add-filter"
          value=""
          onChange={(event) => {
            setAdding(event.currentTarget.value);
            event.currentTarget.value = '';
          }}
        >
          <option value="">+ {t('add')}</option>
          {others.map((one) => (
            <option key={one.name} value={one.name}>
              {fieldName(one.name)}
            </option>
          ))}
        </select>
      )}
      {chosen.some((one) => query[one.name]) && (
        <Button kind="quiet" onClick={() => set(cleared(filters))}>
          {t('clear')}
        </Button>
      )}
    </div>
  );
}

export function cleared(filters: readonly Parameter[]): Record<string, undefined> {
  return Object.fromEntries([...filters.map((one) => one.name), 'q'].map((name) => [name, undefined]));
}

/** How long a search waits after the last key, in milliseconds. */
const SearchPause = 200;

function Search({ value, filters, set }: { value: string; filters: readonly Parameter[]; set: Props['set'] }) {
  const [typed, setTyped] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => setTyped(value), [value]);
  return (
    <input
      type="search"
      class="search"
      data-key="/"
      aria-label={t('search')}
      placeholder={t('search')}
      value={typed}
      onInput={(event) => {
        const text = event.currentTarget.value;
        setTyped(text);
        clearTimeout(timer.current);
        // A filter that is being typed is not searched for.
        if (!text.includes(':')) {
          timer.current = setTimeout(() => set({ q: text || undefined }), SearchPause);
        }
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') {
          clearTimeout(timer.current);
          const names = Object.fromEntries(filters.map((one) => [fieldName(one.name).toLowerCase(), one.name]));
          const found = typedFilters(event.currentTarget.value, filters, names);
          setTyped(found.rest);
          set({ ...found.filters, q: found.rest || undefined });
        }
      }}
    />
  );
}

function FilterValue({ parameter, value, fresh, set }: { parameter: Parameter; value: string; fresh: boolean; set: (value: string | undefined) => void }) {
  const many = typeOf(parameter.schema) === 'array';
  const schema: Schema = resolved(many ? parameter.schema.items : parameter.schema);
  const change = (event: { currentTarget: { value: string } }) => set(event.currentTarget.value || undefined);
  if (schema.enum) {
    return (
      <select value={value} onChange={change} autoFocus={fresh}>
        <option value="" />
        {schema.enum.map((one) => (
          <option key={String(one)} value={String(one)}>
            {word(String(one), parameter.name)}
          </option>
        ))}
      </select>
    );
  }
  if (typeOf(schema) === 'boolean') {
    return (
      <select value={value} onChange={change} autoFocus={fresh}>
        <option value="" />
        <option value="true">{t('yes')}</option>
        <option value="false">{t('no')}</option>
      </select>
    );
  }
  if (isLookup(schema['x-id'])) {
    return <Lookup kind={schema['x-id']} value={value} set={(id) => set(id ?? undefined)} label={fieldName(parameter.name)} />;
  }
  const date = schema.format === 'date' || schema.format === 'instant-or-date';
  return <input type={date ? 'date' : 'text'} value={value} onChange={change} autoFocus={fresh} />;
}
