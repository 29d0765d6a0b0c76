import { useAddress } from '../../../data/address';
import { call, type Row } from '../../../data/call';
import { may } from '../../../data/company';
import { placed } from '../../../data/place';
import { changed } from '../../../data/query';
import { word } from '../../../i18n/names';
import { texts } from '../../../i18n/texts';
import { Button, Money } from '../../../parts/controls';
import { SidePanel } from '../../../parts/dialog';
import { ActForm } from '../../../parts/form/act-form';
import { ImportDialog } from '../../../parts/import/import';
import { List } from '../../../parts/list/list';
import { notify } from '../../../parts/notices';
import { Page } from '../../../shell/page';
import { money } from '../../../money/format';
import { PartnerPanel } from './panel';

const t = texts({
  en: {
    title: 'Partners', create: 'New partner', import: 'Import', created: '{name} is created.', archive: 'Archive', owes: 'They owe', owed: 'You owe',
    about: 'Customers and suppliers: who you sell to and buy from, with what is open between you.',
  },
  fr: {
    title: 'Tiers', create: 'Nouveau tiers', import: 'Importer', created: '{name} est créé.', archive: 'Archiver', owes: 'Vous est dû', owed: 'Vous devez',
    about: 'Clients et fournisseurs : à qui vous vendez et achetez, et ce qui reste dû de part et d’autre.',
  },
  de: {
    title: 'Partner', create: 'Neuer Partner', import: 'Importieren', created: '{name} ist angelegt.', archive: 'Archivieren', owes: 'Forderung', owed: 'Verbindlichkeit',
    about: 'Kunden und Lieferanten: an wen Sie verkaufen, von wem Sie kaufen und was zwischen Ihnen offen ist.',
  },
});

/** What is asked for at once; the rest is on the page of the partner. */
const First = ['name', 'kind', 'company', 'email', 'phone', 'country', 'vatNumber', 'address', 'paymentTermsDays', 'currency'] as const;

type Partner = Row<'listPartners'>;

function Create() {
  const address = useAddress();
  return (
    <SidePanel title={t('create')} close={() => address.set({ create: undefined })}>
      <ActForm
        operation="createPartner"
        only={First}
        initial={{ kind: 'customer', company: true, ...(address.query['name'] ? { name: address.query['name'] } : {}) }}
        label={t('create')}
        done={(partner) => {
          void changed('listPartners');
          notify(t('created', { name: partner.name }));
          address.set({ create: undefined, name: undefined, open: partner.id });
        }}
      />
    </SidePanel>
  );
}

const archive = () => ({
  label: t('archive'),
  only: (one: Partner) => !one.archived,
  run: (one: Partner, key: string) => call('updatePartner', { path: { partnerId: one.id }, body: { archived: true }, key }),
  done: () => void changed('listPartners', 'getPartner'),
});

export default function Partners() {
  const address = useAddress();
  const create = may('createPartner') && (
    <Button kind="primary" onClick={() => address.set({ create: '1', open: undefined })}>
      {t('create')}
    </Button>
  );
  const acts = (
    <>
      {may('importRecords') && may('createPartner') && <Button onClick={() => address.set({ import: '1' })}>{t('import')}</Button>}
      {create}
    </>
  );
  return (
    <Page title={t('title')} acts={acts}>
      <List
        operation="listPartners"
        title={t('title')}
        columns={[
          { field: 'name', width: 220, text: (one) => one.name, show: (one) => <a href={placed(`/partners/${one.id}`)} onClick={(event) => event.stopPropagation()}>{one.name}</a> },
          { field: 'kind', width: 100, show: (one) => word(one.kind), text: (one) => word(one.kind) },
          { field: 'balance', label: t('owes'), show: (one) => <Money minor={one.balance} currency={one.currency} dash />, text: (one) => money(one.balance, one.currency) },
          { field: 'payable', label: t('owed'), show: (one) => <Money minor={one.payable} currency={one.currency} dash />, text: (one) => money(one.payable, one.currency) },
          { field: 'country', width: 80 },
          'email',
          { field: 'vatNumber', width: 130 },
        ]}
        route={(one) => `/partners/${one.id}`}
        panel={(id, close) => <PartnerPanel key={id} id={id} close={close} />}
        side={address.query['create'] && may('createPartner') && <Create />}
        about={t('about')}
        act={create}
        curl={{ method: 'POST', route: '/partners', body: { name: 'Café des Quais', kind: 'customer', country: 'FR' } }}
        {...(may('updatePartner') ? { bulk: [archive()] } : {})}
      />
      {address.query['import'] && <ImportDialog kind="partners" close={() => address.set({ import: undefined })} done={() => void changed('listPartners')} />}
    </Page>
  );
}
