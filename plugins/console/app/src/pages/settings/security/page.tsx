import type { Row } from '../../../data/call';
import { instantText } from '../../../i18n/dates';
import { fieldName, word } from '../../../i18n/names';
import { texts } from '../../../i18n/texts';
import { Facts } from '../../../parts/controls';
import { SidePanel } from '../../../parts/dialog';
import { List } from '../../../parts/list/list';
import { pageOf } from '../../../parts/tree';
import { Page } from '../../../shell/page';

const t = texts({
  en: { title: 'Security log', about: 'Who changed members, roles, keys, webhooks and settings, and what.', at: 'At', actor: 'Who', action: 'What', kind: 'Kind', object: 'Record', changes: 'Changes', request: 'Request', field: 'Field', from: 'Before', to: 'After', service: 'the service' },
  fr: { title: 'Journal de sécurité', about: 'Qui a changé membres, rôles, clés, webhooks et paramètres, et quoi.', at: 'À', actor: 'Qui', action: 'Quoi', kind: 'Genre', object: 'Fiche', changes: 'Changements', request: 'Requête', field: 'Champ', from: 'Avant', to: 'Après', service: 'le service' },
  de: { title: 'Sicherheitsprotokoll', about: 'Wer Mitglieder, Rollen, Schlüssel, Webhooks und Einstellungen geändert hat, und was.', at: 'Um', actor: 'Wer', action: 'Was', kind: 'Art', object: 'Datensatz', changes: 'Änderungen', request: 'Anfrage', field: 'Feld', from: 'Vorher', to: 'Nachher', service: 'der Dienst' },
});

type Change = Row<'listSecurityChanges'>;

/** Entries have no id of their own. */
const idOf = (one: Change) => `${one.at} ${one.objectId} ${one.action}`;

const actionText = (action: string) => word(action.replace('.', ' '));

export default function SecurityLog() {
  return (
    <Page title={t('title')}>
      <List
        operation="listSecurityChanges"
        title={t('title')}
        idOf={idOf}
        columns={[
          { field: 'at', label: t('at') },
          { field: 'actor', label: t('actor'), width: 200, text: (one) => one.actor?.label ?? t('service') },
          { field: 'action', label: t('action'), width: 200, text: (one) => actionText(one.action) },
          { field: 'changes', label: t('changes'), width: 320, text: (one) => one.changes.map((change) => fieldName(change.field)).join(', ') },
        ]}
        panel={(_, close, one) => (one ? <Panel change={one} close={close} /> : null)}
        about={t('about')}
      />
    </Page>
  );
}

function text(value: unknown): string {
  return value === null || value === undefined ? '–' : typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function Panel({ change, close }: { change: Change; close: () => void }) {
  const page = pageOf(change.objectId);
  return (
    <SidePanel title={actionText(change.action)} close={close}>
      <Facts
        rows={[
          [t('at'), <span title={change.at}>{instantText(change.at)}</span>],
          [t('actor'), change.actor?.label ?? t('service')],
          [t('kind'), word(change.kind)],
          [t('object'), page ? <a href={page}>{change.objectId}</a> : <code>{change.objectId}</code>],
          [t('request'), change.requestId && <code>{change.requestId}</code>],
        ]}
      />
      {change.changes.length > 0 && (
        <div class="scroll">
          <table>
            <thead>
              <tr>
                <th scope="col">{t('field')}</th>
                <th scope="col">{t('from')}</th>
                <th scope="col">{t('to')}</th>
              </tr>
            </thead>
            <tbody>
              {change.changes.map((one) => (
                <tr key={one.field}>
                  <th scope="row">{fieldName(one.field)}</th>
                  <td>{text(one.from)}</td>
                  <td>{text(one.to)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </SidePanel>
  );
}
