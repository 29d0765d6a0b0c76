import { useState } from 'preact/hooks';
import { call, newKey, type Row } from '../../../data/call';
import { may } from '../../../data/company';
import { asProblem, type Problem } from '../../../data/problem';
import { changed } from '../../../data/query';
import { instantText } from '../../../i18n/dates';
import { word } from '../../../i18n/names';
import { texts } from '../../../i18n/texts';
import { Button, Facts } from '../../../parts/controls';
import { confirm, SidePanel } from '../../../parts/dialog';
import { ActForm } from '../../../parts/form/act-form';
import { useForm } from '../../../parts/form/form';
import { notify } from '../../../parts/notices';
import { Failure } from '../../../parts/states';
import type { Link } from './link';
import { UnitsChoice } from './units';

const t = texts({
  en: { email: 'E-mail', state: 'State', invited: 'Invited', since: 'Since', save: 'Save', saved: '{name} is saved.', resend: 'Invite again', remove: 'Remove', removeIs: '{name} can no longer open this company. What they did stays.', removeAct: 'Remove {name}', removed: '{name} is removed.', suspend: 'Suspend', resume: 'Let in again', suspended: '{name} is suspended.', resumed: '{name} may come in again.' },
  fr: { email: 'E-mail', state: 'État', invited: 'Invité', since: 'Depuis', save: 'Enregistrer', saved: '{name} est enregistré.', resend: 'Inviter de nouveau', remove: 'Retirer', removeIs: '{name} ne peut plus ouvrir cette entreprise. Ce qu’il a fait reste.', removeAct: 'Retirer {name}', removed: '{name} est retiré.', suspend: 'Suspendre', resume: 'Réadmettre', suspended: '{name} est suspendu.', resumed: '{name} peut revenir.' },
  de: { email: 'E-Mail', state: 'Zustand', invited: 'Eingeladen', since: 'Seit', save: 'Speichern', saved: '{name} ist gespeichert.', resend: 'Erneut einladen', remove: 'Entfernen', removeIs: '{name} kann dieses Unternehmen nicht mehr öffnen. Was getan wurde, bleibt.', removeAct: '{name} entfernen', removed: '{name} ist entfernt.', suspend: 'Sperren', resume: 'Wieder zulassen', suspended: '{name} ist gesperrt.', resumed: '{name} darf wieder herein.' },
});

type Member = Row<'listMembers'>;

/** Role and units of a member, and the ways out. */
export function MemberPanel({ member, close, shown }: { member: Member; close: () => void; shown: (link: Link) => void }) {
  const name = member.name ?? member.email;
  const form = useForm({ roleId: member.role.id, businessUnitIds: member.businessUnitIds });
  const [problem, setProblem] = useState<Problem | null>(null);
  const [intent, setIntent] = useState(newKey);
  const path = { memberId: member.id };
  const run = async (act: () => Promise<void>) => {
    setProblem(null);
    try {
      await act();
    } catch (error) {
      setProblem(asProblem(error));
    }
    setIntent(newKey());
    void changed('listMembers');
  };
  const resend = () =>
    run(async () => {
      const { email, invitationUrl } = await call('resendInvitation', { path, key: intent });
      shown({ email, url: invitationUrl ?? '' });
    });
  const suspend = (state: 'active' | 'suspended') =>
    run(async () => {
      await call('updateMember', { path, body: { state }, version: member.version, key: intent });
      notify(t(state === 'active' ? 'resumed' : 'suspended', { name }));
    });
  const remove = async () => {
    if (await confirm(t('removeIs', { name }), t('removeAct', { name }))) {
      await run(async () => {
        await call('removeMember', { path, key: intent });
        notify(t('removed', { name }));
        close();
      });
    }
  };
  const acts = may('updateMember') && (
    <>
      {member.state === 'invited' && <Button onClick={resend}>{t('resend')}</Button>}
      {member.state === 'active' && <Button onClick={() => suspend('suspended')}>{t('suspend')}</Button>}
      {member.state === 'suspended' && <Button onClick={() => suspend('active')}>{t('resume')}</Button>}
      <Button kind="danger" onClick={remove}>
        {t('remove')}
      </Button>
    </>
  );
  return (
    <SidePanel title={name} close={close}>
      <div class="acts">{acts}</div>
      {problem && <Failure problem={problem} />}
      <Facts rows={[[t('email'), member.email], [t('state'), word(member.state)], [t('invited'), instantText(member.invitedAt)], [t('since'), instantText(member.acceptedAt)]]} />
      {may('updateMember') && (
        <ActForm
          operation="updateMember"
          path={path}
          version={member.version}
          form={form}
          only={['roleId']}
          label={t('save')}
          done={() => {
            notify(t('saved', { name }));
            void changed('listMembers');
          }}
        >
          <UnitsChoice value={form.value('businessUnitIds') as string[]} set={(ids) => form.set('businessUnitIds', ids)} />
        </ActForm>
      )}
    </SidePanel>
  );
}
