import { useState } from 'preact/hooks';
import { holds } from '../../data/company';
import { contract } from '../../data/contract';
import { texts } from '../../i18n/texts';
import { Button } from '../controls';
import { actionOf, callable, columnOf, matrix, presets, usedColumns, type Caller, type Offered } from './matrix';
import { moduleName } from './modules';
import './scopes.css';

const t = texts({
  en: {
    search: 'Search permissions', module: 'Module', view: 'View', create: 'Create', update: 'Update', cancel: 'Cancel', refund: 'Refund', manage: 'Manage', other: 'Other',
    readOnly: 'Read only', shop: 'Shop', accounting: 'Accounting', till: 'Till', none: 'None', presets: 'Ready choices', chosen: { one: '{n} permission', other: '{n} permissions' },
    lacking: 'You cannot give {names}: you do not hold them yourself.', nothing: 'No permission matches.',
    calls: { one: 'With these, {n} operation can be called', other: 'With these, {n} operations can be called' },
  },
  fr: {
    search: 'Chercher une permission', module: 'Module', view: 'Consulter', create: 'Créer', update: 'Modifier', cancel: 'Annuler', refund: 'Rembourser', manage: 'Gérer', other: 'Autre',
    readOnly: 'Lecture seule', shop: 'Boutique', accounting: 'Comptabilité', till: 'Caisse', none: 'Aucune', presets: 'Choix prêts', chosen: { one: '{n} permission', other: '{n} permissions' },
    lacking: 'Vous ne pouvez pas donner {names} : vous ne les avez pas vous-même.', nothing: 'Aucune permission ne correspond.',
    calls: { one: 'Ainsi {n} opération peut être appelée', other: 'Ainsi {n} opérations peuvent être appelées' },
  },
  de: {
    search: 'Berechtigung suchen', module: 'Modul', view: 'Ansehen', create: 'Anlegen', update: 'Ändern', cancel: 'Stornieren', refund: 'Erstatten', manage: 'Verwalten', other: 'Weitere',
    readOnly: 'Nur lesen', shop: 'Shop', accounting: 'Buchhaltung', till: 'Kasse', none: 'Keine', presets: 'Fertige Auswahl', chosen: { one: '{n} Berechtigung', other: '{n} Berechtigungen' },
    lacking: '{names} können Sie nicht vergeben: Sie haben sie selbst nicht.', nothing: 'Keine Berechtigung passt.',
    calls: { one: 'Damit kann {n} Operation aufgerufen werden', other: 'Damit können {n} Operationen aufgerufen werden' },
  },
});

interface Props {
  offered: readonly Offered[];
  value: readonly string[];
  set: (scopes: string[]) => void;
  /** Whose scopes these are. */
  caller?: Caller;
  /** Scopes may be taken away and not added. */
  only?: readonly string[];
}

const presetNames = Object.keys(presets) as (keyof typeof presets)[];

/** Chooses scopes: modules as rows, what may be done as columns. Scopes that the person lacks cannot be given. */
export function ScopePicker({ offered, value, set, caller = 'key', only }: Props) {
  const [search, setSearch] = useState('');
  const rows = matrix(offered, search);
  const columns = usedColumns(rows);
  const givable = (scope: string) => (only ? only.includes(scope) : holds(scope));
  const lacking = offered.map((one) => one.scope).filter((scope) => !givable(scope));
  const choose = (scopes: readonly string[], on: boolean) => set(on ? [...new Set([...value, ...scopes])] : value.filter((one) => !scopes.includes(one)));
  const take = (wanted: (scope: string) => boolean) => set(offered.map((one) => one.scope).filter((scope) => wanted(scope) && givable(scope)));
  return (
    <div class="scopes">
      <div class="scope-tools">
        <input type="search" class="search" aria-label={t('search')} placeholder={t('search')} value={search} onInput={(event) => setSearch(event.currentTarget.value)} />
        {!only && (
          <div class="acts" role="group" aria-label={t('presets')}>
            {presetNames.map((name) => (
              <Button key={name} onClick={() => take(presets[name])}>
                {t(name)}
              </Button>
            ))}
            <Button kind="quiet" onClick={() => set([])}>
              {t('none')}
            </Button>
          </div>
        )}
      </div>
      <div class="scroll" tabIndex={0} role="region" aria-label={t('module')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('module')}</th>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {t(column as 'view')}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.module}>
                <th scope="row">{moduleName(row.module)}</th>
                {columns.map((column) => (
                  <td key={column}>
                    {(row.cells[column] ?? []).map((one) => (
                      <Scope key={one.scope} one={one} chosen={value.includes(one.scope)} givable={givable(one.scope)} choose={(on) => choose([one.scope], on)} />
                    ))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {rows.length === 0 && <p class="help">{t('nothing')}</p>}
      </div>
      {!only && lacking.length > 0 && <p class="help">{t('lacking', { names: lacking.join(', ') })}</p>}
      <Callable scopes={value} caller={caller} />
    </div>
  );
}

function Scope({ one, chosen, givable, choose }: { one: Offered; chosen: boolean; givable: boolean; choose: (on: boolean) => void }) {
  const name = columnOf(one.scope) === actionOf(one.scope) ? one.scope.split(':')[0] : one.scope;
  return (
    <label class="scope" title={one.description}>
      <input type="checkbox" checked={chosen} disabled={!givable} aria-label={`${one.scope}: ${one.description}`} onChange={(event) => choose(event.currentTarget.checked)} />
      <code>{name}</code>
    </label>
  );
}

/** What these scopes open, counted from the contract. */
export function Callable({ scopes, caller }: { scopes: readonly string[]; caller: Caller }) {
  const found = callable(contract.value?.paths ?? {}, scopes, caller);
  return (
    <details>
      <summary>
        {t('chosen', { n: scopes.length })} · {t('calls', { n: found.length })}
      </summary>
      <ul class="callable">
        {found.map((one) => (
          <li key={one.operationId}>
            <code>
              {one.method} {one.path.replace('/companies/{companyId}', '…')}
            </code>{' '}
            <span class="small">{one.summary}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
