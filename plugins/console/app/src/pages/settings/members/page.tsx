import { useState } from 'preact/hooks';
import { useAddress } from '../../../data/address';
import { may } from '../../../data/company';
import { changed, useAnswer } from '../../../data/query';
import { texts } from '../../../i18n/texts';
import { Badge, Button } from '../../../parts/controls';
import { Dialog } from '../../../parts/dialog';
import { ActForm } from '../../../parts/form/act-form';
import { useForm } from '../../../parts/form/form';
import { List } from '../../../parts/list/list';
import { SecretDialog } from '../../../parts/secret';
import { Page } from '../../../shell/page';
import type { Link } from './link';
import { MemberPanel } from './member';
import { UnitsChoice } from './units';

const t = texts({
  en: { title: 'Members', invite: 'Invite', about: 'The people who work in this company, each with a role.', name: 'Name', email: 'E-mail', role: 'Role', units: 'Units', state: 'State', all: 'all', accepted: 'Since', send: 'Send the invitation', link: 'Invitation of {email}', linkIs: 'A mail with this address is on its way. You can also hand it over yourself; whoever opens it joins the company.' },
  fr: { title: 'Membres', invite: 'Inviter', about: 'Les personnes qui travaillent dans cette entreprise, chacune avec un rôle.', name: 'Nom', email: 'E-mail', role: 'Rôle', units: 'Établissements', state: 'État', all: 'tous', accepted: 'Depuis', send: 'Envoyer l’invitation', link: 'Invitation de {email}', linkIs: 'Un message avec cette adresse est en route. Vous pouvez aussi la remettre vous-même ; qui l’ouvre rejoint l’entreprise.' },
  de: { title: 'Mitglieder', invite: 'Einladen', about: 'Die Menschen, die in diesem Unternehmen arbeiten, jeder mit einer Rolle.', name: 'Name', email: 'E-Mail', role: 'Rolle', units: 'Standorte', state: 'Zustand', all: 'alle', accepted: 'Seit', send: 'Einladung senden', link: 'Einladung von {email}', linkIs: 'Eine Nachricht mit dieser Adresse ist unterwegs. Sie können sie auch selbst übergeben; wer sie öffnet, tritt bei.' },
});

export default function Members() {
  const address = useAddress();
  const [link, setLink] = useState<Link | null>(null);
  const units = useAnswer('listBusinessUnits', { query: { limit: '500' } });
  const nameOf = (id: string) => units.data?.find((one) => one.id === id)?.name ?? id;
  const inviting = address.query['create'] === '1' && may('inviteMember');
  const invite = may('inviteMember') && (
    <Button kind="primary" onClick={() => address.set({ create: '1', open: undefined })}>
      {t('invite')}
    </Button>
  );
  return (
    <Page title={t('title')} acts={invite}>
      <List
        operation="listMembers"
        title={t('title')}
        columns={[
          { field: 'name', label: t('name'), width: 160, text: (one) => one.name ?? '–' },
          { field: 'email', label: t('email'), width: 220 },
          { field: 'role', label: t('role'), width: 120, show: (one) => one.role.name },
          { field: 'businessUnitIds', label: t('units'), width: 160, text: (one) => one.businessUnitIds.map(nameOf).join(', ') || t('all') },
          { field: 'state', label: t('state'), show: (one) => <Badge value={one.state} tone={one.state === 'active' ? 'ok' : one.state === 'invited' ? 'warn' : 'bad'} /> },
          { field: 'acceptedAt', label: t('accepted') },
        ]}
        panel={(id, close, member) => (member ? <MemberPanel key={`${id} ${member.version}`} member={member} close={close} shown={setLink} /> : null)}
        about={t('about')}
        act={invite}
      />
      {inviting && (
        <Dialog title={t('invite')} close={() => address.set({ create: undefined })}>
          <Invite
            done={(made) => {
              address.set({ create: undefined });
              setLink(made);
            }}
          />
        </Dialog>
      )}
      {link && (
        <SecretDialog title={t('link', { email: link.email })} secret={link.url} close={() => setLink(null)}>
          <p>{t('linkIs')}</p>
        </SecretDialog>
      )}
    </Page>
  );
}

function Invite({ done }: { done: (link: Link) => void }) {
  const form = useForm({ businessUnitIds: [] });
  return (
    <ActForm
      operation="inviteMember"
      form={form}
      only={['email', 'roleId']}
      label={t('send')}
      done={(member) => {
        void changed('listMembers');
        done({ email: member.email, url: member.invitationUrl ?? '' });
      }}
    >
      <UnitsChoice value={form.value('businessUnitIds') as string[]} set={(ids) => form.set('businessUnitIds', ids)} />
    </ActForm>
  );
}
