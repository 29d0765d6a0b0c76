import { useAddress } from '../../../data/address';
import { company, may, readCompany, type Company } from '../../../data/company';
import { bodySchema } from '../../../data/contract';
import { changed } from '../../../data/query';
import { texts } from '../../../i18n/texts';
import { Fields } from '../../../parts/form/fields';
import { ActForm } from '../../../parts/form/act-form';
import { useForm } from '../../../parts/form/form';
import { notify } from '../../../parts/notices';
import { Slot } from '../../../parts/slot';
import { Page } from '../../../shell/page';
import { changesOf, groups, type GroupName } from './groups';
import { LockDate } from './lock';
import { Papers } from './papers';

const t = texts({
  en: { title: 'Company', general: 'Company', lock: 'Locked period', papers: 'Look of papers', identity: 'Identity', contact: 'Address and contact', region: 'Country, currency, language', selling: 'Selling', bank: 'Bank and defaults', accounting: 'Accounting', save: 'Save the company', saved: 'The company is saved.' },
  fr: { title: 'Entreprise', general: 'Entreprise', lock: 'Période verrouillée', papers: 'Aspect des documents', identity: 'Identité', contact: 'Adresse et contact', region: 'Pays, devise, langue', selling: 'Vente', bank: 'Banque et valeurs par défaut', accounting: 'Comptabilité', save: 'Enregistrer l’entreprise', saved: 'L’entreprise est enregistrée.' },
  de: { title: 'Unternehmen', general: 'Unternehmen', lock: 'Gesperrter Zeitraum', papers: 'Aussehen der Belege', identity: 'Identität', contact: 'Anschrift und Kontakt', region: 'Land, Währung, Sprache', selling: 'Verkauf', bank: 'Bank und Vorgaben', accounting: 'Buchhaltung', save: 'Unternehmen speichern', saved: 'Das Unternehmen ist gespeichert.' },
});

type Tab = 'general' | 'lock' | 'papers';

export default function CompanySettings() {
  const address = useAddress();
  const tabs: Tab[] = ['general', 'lock', ...(may('putDocumentSettings') ? (['papers'] as const) : [])];
  const tab = tabs.find((one) => one === address.query['tab']) ?? 'general';
  const read = company.value;
  return (
    <Page title={t('title')}>
      <div class="views" role="group" aria-label={t('title')}>
        {tabs.map((one) => (
          <button key={one} type="button" class={`button quiet tab${one === tab ? ' chosen' : ''}`} aria-pressed={one === tab} onClick={() => address.set({ tab: one === 'general' ? undefined : one }, true)}>
            {t(one)}
          </button>
        ))}
      </div>
      <div class="sheet">
        {read && tab === 'general' && <General key={read.version} company={read} />}
        {read && tab === 'lock' && <LockDate key={read.version} company={read} />}
        {tab === 'papers' && <Papers />}
        <Slot name="settings.company" record={read} />
      </div>
    </Page>
  );
}

function General({ company: read }: { company: Company }) {
  const before = read as unknown as Record<string, unknown>;
  const schema = bodySchema('updateCompany');
  const form = useForm(Object.fromEntries(Object.values(groups).flat().map((name) => [name, before[name]])));
  return (
    <ActForm
      operation="updateCompany"
      version={read.version}
      form={form}
      only={[]}
      adjust={(body) => changesOf(body, form.draft.value, before)}
      label={t('save')}
      done={() => {
        notify(t('saved'));
        void readCompany();
        void changed('readCompany', 'listCompanies');
      }}
    >
      {(Object.keys(groups) as GroupName[]).map((name) => (
        <fieldset key={name}>
          <legend>{t(name)}</legend>
          <Fields form={form} schema={schema} only={groups[name]} />
        </fieldset>
      ))}
    </ActForm>
  );
}
