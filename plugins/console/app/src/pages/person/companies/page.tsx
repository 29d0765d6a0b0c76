import { useState } from 'preact/hooks';
import { useAddress } from '../../../data/address';
import { call } from '../../../data/call';
import { contract, readContract } from '../../../data/contract';
import { memberships } from '../../../data/session';
import { texts } from '../../../i18n/texts';
import { Button } from '../../../parts/controls';
import { ActForm } from '../../../parts/form/act-form';
import { useForm } from '../../../parts/form/form';
import { Loading } from '../../../parts/states';
import { Page } from '../../../shell/page';

const t = texts({
  en: { title: 'Companies', choose: 'Choose a company', none: 'You are in no company yet. Make one, or ask for an invitation.', create: 'New company', save: 'Create the company', back: 'Back', role: 'as {role}', me: 'Profile' },
  fr: { title: 'Entreprises', choose: 'Choisir une entreprise', none: 'Vous n’êtes encore dans aucune entreprise. Créez-en une, ou demandez une invitation.', create: 'Nouvelle entreprise', save: 'Créer l’entreprise', back: 'Retour', role: 'comme {role}', me: 'Profil' },
  de: { title: 'Unternehmen', choose: 'Unternehmen wählen', none: 'Sie gehören noch zu keinem Unternehmen. Legen Sie eines an oder bitten Sie um eine Einladung.', create: 'Neues Unternehmen', save: 'Unternehmen anlegen', back: 'Zurück', role: 'als {role}', me: 'Profil' },
});

/** Where a person with several companies, or none, comes first. */
export default function Companies() {
  const [creating, setCreating] = useState(false);
  const begin = () => {
    setCreating(true);
    if (!contract.value) {
      void readContract();
    }
  };
  const acts = (
    <>
      <a href="/console/me">{t('me')}</a>
      <Button kind={creating ? 'plain' : 'primary'} onClick={() => (creating ? setCreating(false) : begin())}>
        {t(creating ? 'back' : 'create')}
      </Button>
    </>
  );
  return (
    <main>
      <Page title={t(creating ? 'create' : 'title')} acts={acts}>
        <div class="sheet">{creating ? contract.value ? <Create /> : <Loading rows={5} /> : <Choice />}</div>
      </Page>
    </main>
  );
}

function Choice() {
  if (memberships.value.length === 0) {
    return <p>{t('none')}</p>;
  }
  return (
    <nav aria-label={t('choose')}>
      <ul class="fields">
        {memberships.value.map((one) => (
          <li key={one.id} class="notice">
            <a href={`/console/c/${one.id}`}>{one.name}</a> <span class="small">{t('role', { role: one.role.name })}</span>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** What a company cannot do without; the rest follows in its settings. */
const First = ['name', 'legalName', 'country', 'currency', 'timeZone', 'language', 'vatNumber'];

function Create() {
  const address = useAddress();
  const form = useForm({ timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone });
  return (
    <ActForm
      operation="createCompany"
      form={form}
      only={First}
      label={t('save')}
      done={async (company) => {
        memberships.value = (await call('readMe')).companies;
        address.go(`/console/c/${company.id}/settings/company`);
      }}
    />
  );
}
