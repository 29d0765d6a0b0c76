import { useState } from 'preact/hooks';
import { useAddress } from '../../../data/address';
import { call, newKey, type Row } from '../../../data/call';
import { may } from '../../../data/company';
import { asProblem } from '../../../data/problem';
import { changed, useAnswer } from '../../../data/query';
import { sentence } from '../../../i18n/names';
import { texts } from '../../../i18n/texts';
import { Button } from '../../../parts/controls';
import { ActForm } from '../../../parts/form/act-form';
import { useForm } from '../../../parts/form/form';
import { confirm, mayLeave } from '../../../parts/dialog';
import { notify } from '../../../parts/notices';
import { Callable, ScopePicker } from '../../../parts/scopes/picker';
import type { Offered } from '../../../parts/scopes/matrix';
import { Shown } from '../../../parts/states';
import { Page } from '../../../shell/page';
import { offeredToRoles } from './offered';

const t = texts({
  en: { title: 'Roles', create: 'New role', name: 'Role', permissions: 'Permissions', kind: 'Kind', builtIn: 'built in, cannot be changed', own: 'of this company', back: 'Back', save: 'Save the role', saved: '{name} is saved.', copy: 'Make a role like this', remove: 'Delete', removeIs: 'The role is deleted. It must not be held by any member.', removeAct: 'Delete {name}', removed: '{name} is deleted.' },
  fr: { title: 'Rôles', create: 'Nouveau rôle', name: 'Rôle', permissions: 'Permissions', kind: 'Genre', builtIn: 'intégré, non modifiable', own: 'de cette entreprise', back: 'Retour', save: 'Enregistrer le rôle', saved: '{name} est enregistré.', copy: 'Créer un rôle semblable', remove: 'Supprimer', removeIs: 'Le rôle est supprimé. Aucun membre ne doit l’avoir.', removeAct: 'Supprimer {name}', removed: '{name} est supprimé.' },
  de: { title: 'Rollen', create: 'Neue Rolle', name: 'Rolle', permissions: 'Berechtigungen', kind: 'Art', builtIn: 'eingebaut, unveränderlich', own: 'dieses Unternehmens', back: 'Zurück', save: 'Rolle speichern', saved: '{name} ist gespeichert.', copy: 'Ähnliche Rolle anlegen', remove: 'Löschen', removeIs: 'Die Rolle wird gelöscht. Kein Mitglied darf sie haben.', removeAct: '{name} löschen', removed: '{name} ist gelöscht.' },
});

type Role = Row<'listRoles'>;

/** What members may do: roles that come with the service, and those of the company. */
export default function Roles() {
  const address = useAddress();
  const roles = useAnswer('listRoles', { query: { limit: '500' } });
  const keys = useAnswer('listApiKeys', may('listApiKeys') ? {} : null);
  const offered = offeredToRoles(roles.data ?? [], keys.data?.scopeDetails ?? []);
  const { open, create } = address.query;
  const role = roles.data?.find((one) => one.id === open);
  const from = roles.data?.find((one) => one.id === create);
  if (roles.data && ((create && may('createRole')) || role)) {
    return <Edit key={role ? `${role.id} ${role.version}` : 'new'} role={role} permissions={role?.permissions ?? from?.permissions ?? []} offered={offered} />;
  }
  const act = may('createRole') && (
    <Button kind="primary" onClick={() => address.set({ create: '1' })}>
      {t('create')}
    </Button>
  );
  return (
    <Page title={t('title')} acts={act}>
      <Shown read={roles}>
        {(rows) => (
          <div class="scroll">
            <table>
              <thead>
                <tr>
                  <th scope="col">{t('name')}</th>
                  <th scope="col">{t('kind')}</th>
                  <th scope="col">{t('permissions')}</th>
                </tr>
              </thead>
              <tbody>
                {rows.map((one) => (
                  <tr key={one.id}>
                    <td>
                      <Button kind="quiet" onClick={() => address.set({ open: one.id })}>
                        {one.name}
                      </Button>
                    </td>
                    <td>{t(one.builtIn ? 'builtIn' : 'own')}</td>
                    <td>
                      <Callable scopes={one.permissions} caller="person" />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Shown>
    </Page>
  );
}

function Edit({ role, permissions, offered }: { role: Role | undefined; permissions: string[]; offered: Offered[] }) {
  const address = useAddress();
  const form = useForm({ name: role?.name ?? '', permissions });
  const [intent] = useState(newKey);
  const back = () => address.set({ open: undefined, create: undefined });
  const leave = async () => {
    if (await mayLeave()) {
      back();
    }
  };
  const done = (saved: Role) => {
    notify(t('saved', { name: saved.name }));
    void changed('listRoles', 'listMembers');
    back();
  };
  const remove = async (one: Role) => {
    if (!(await confirm(t('removeIs'), t('removeAct', { name: one.name })))) {
      return;
    }
    try {
      await call('deleteRole', { path: { roleId: one.id }, key: intent });
      notify(t('removed', { name: one.name }));
      void changed('listRoles');
      back();
    } catch (error) {
      notify(sentence(asProblem(error)), { failed: true });
    }
  };
  const fixed = role?.builtIn === true;
  const picker = <ScopePicker offered={offered} caller="person" value={form.value('permissions') as string[]} set={(scopes) => !fixed && form.set('permissions', scopes)} {...(fixed ? { only: [] } : {})} />;
  const acts = (
    <>
      {role && may('createRole') && <Button onClick={() => address.set({ open: undefined, create: role.id })}>{t('copy')}</Button>}
      {role && !fixed && may('deleteRole') && (
        <Button kind="danger" onClick={() => remove(role)}>
          {t('remove')}
        </Button>
      )}
      <Button onClick={leave}>{t('back')}</Button>
    </>
  );
  return (
    <Page title={role?.name ?? t('create')} acts={acts}>
      {fixed ? (
        <>
          <p>{t('builtIn')}</p>
          {picker}
        </>
      ) : role ? (
        <ActForm operation="updateRole" path={{ roleId: role.id }} version={role.version} form={form} only={['name']} label={t('save')} done={done}>
          {picker}
        </ActForm>
      ) : (
        <ActForm operation="createRole" form={form} only={['name']} label={t('save')} done={done}>
          {picker}
        </ActForm>
      )}
    </Page>
  );
}
