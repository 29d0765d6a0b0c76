import { useRoute } from 'preact-iso';
import { useState } from 'preact/hooks';
import { useAddress } from '../../../data/address';
import { call, newKey } from '../../../data/call';
import { company, may } from '../../../data/company';
import { recordSchema } from '../../../data/contract';
import { asProblem, type Problem } from '../../../data/problem';
import { placed } from '../../../data/place';
import { changed, useAnswer } from '../../../data/query';
import { texts } from '../../../i18n/texts';
import { Badge, Button } from '../../../parts/controls';
import { confirm, SidePanel } from '../../../parts/dialog';
import { EditForm } from '../../../parts/edit/edit-form';
import { History } from '../../../parts/history';
import { notify } from '../../../parts/notices';
import { ApiButton, Tabs, type Tab } from '../../../parts/record';
import { Failure, Shown } from '../../../parts/states';
import { Slot } from '../../../parts/slot';
import { Page } from '../../../shell/page';
import { Documents } from './documents';
import { Contacts, Identity, Open, Readiness, type Partner } from './facts';
import { Statement } from './statement';

const t = texts({
  en: { edit: 'Edit', archive: 'Archive', restore: 'Restore', saved: '{name} is saved.', archived: '{name} is archived.', restored: '{name} is back.', ask: 'Archived partners are not offered any more; their documents stay.', act: 'Archive {name}', undo: 'Undo', sale: 'New sale', purchase: 'New purchase', statement: 'Statement', documents: 'Documents', details: 'Details', history: 'History', parts: 'Parts of the partner' },
  fr: { edit: 'Modifier', archive: 'Archiver', restore: 'Rétablir', saved: '{name} est enregistré.', archived: '{name} est archivé.', restored: '{name} est de retour.', ask: 'Un tiers archivé n’est plus proposé ; ses pièces restent.', act: 'Archiver {name}', undo: 'Annuler', sale: 'Nouvelle vente', purchase: 'Nouvel achat', statement: 'Relevé', documents: 'Pièces', details: 'Détails', history: 'Historique', parts: 'Parties de la fiche' },
  de: { edit: 'Bearbeiten', archive: 'Archivieren', restore: 'Wiederherstellen', saved: '{name} ist gespeichert.', archived: '{name} ist archiviert.', restored: '{name} ist wieder da.', ask: 'Archivierte Partner werden nicht mehr angeboten; ihre Belege bleiben.', act: '{name} archivieren', undo: 'Rückgängig', sale: 'Neuer Verkauf', purchase: 'Neuer Einkauf', statement: 'Kontoauszug', documents: 'Belege', details: 'Details', history: 'Verlauf', parts: 'Teile des Partners' },
});

const Fields = [
  'name', 'kind', 'company', 'email', 'phone', 'country', 'vatNumber', 'registrationNumber', 'peppolId', 'address', 'deliveryAddress', 'contacts',
  'paymentTermsDays', 'creditLimit', 'currency', 'language', 'priceListId', 'taxExemptionReason', 'buyerReference', 'externalId', 'tags', 'note',
] as const;

export default function PartnerRecord() {
  const id = useRoute().params['id'] ?? '';
  const read = useAnswer('getPartner', { path: { partnerId: id } });
  const partner = read.data;
  return (
    <Page title={partner?.name ?? '…'} acts={partner && <Acts partner={partner} />}>
      <Shown read={read} rows={10}>
        {(shown) => <Body partner={shown} />}
      </Shown>
    </Page>
  );
}

function Body({ partner }: { partner: Partner }) {
  const address = useAddress();
  const currency = company.value?.currency ?? partner.currency;
  const close = () => address.set({ edit: undefined });
  const tabs: Tab[] = [
    { id: 'statement', label: t('statement'), show: () => <Statement partner={partner} /> },
    { id: 'documents', label: t('documents'), show: () => <Documents partner={partner} /> },
    { id: 'details', label: t('details'), show: () => <Identity partner={partner} /> },
    { id: 'history', label: t('history'), show: () => <History kind="partner" id={partner.id} schema={recordSchema('getPartner')} currency={currency} /> },
  ];
  return (
    <div class="beside">
      <div>
        <Open partner={partner} />
        <Tabs tabs={tabs} label={t('parts')} />
        <Slot name="partner.side" record={partner} />
      </div>
      {address.query['edit'] ? (
        <SidePanel title={t('edit')} close={close}>
          <EditForm
            operation="updatePartner"
            read="getPartner"
            path={{ partnerId: partner.id }}
            record={partner}
            currency={currency}
            only={Fields}
            done={(saved) => {
              void changed('getPartner', 'listPartners', 'readHistory');
              notify(t('saved', { name: saved.name }));
              close();
            }}
          />
        </SidePanel>
      ) : (
        <aside aria-label={t('details')}>
          <Readiness partner={partner} />
          <Contacts partner={partner} />
        </aside>
      )}
    </div>
  );
}

function Acts({ partner }: { partner: Partner }) {
  const address = useAddress();
  const [problem, setProblem] = useState<Problem | null>(null);
  const put = async (archived: boolean, version: number): Promise<void> => {
    setProblem(null);
    try {
      const saved = await call('updatePartner', { path: { partnerId: partner.id }, body: { archived }, version, key: newKey() });
      void changed('getPartner', 'listPartners', 'readHistory');
      notify(t(archived ? 'archived' : 'restored', { name: partner.name }), { undo: { label: t('undo'), act: () => void put(!archived, saved.version) } });
    } catch (error) {
      setProblem(asProblem(error));
    }
  };
  const archive = async () => {
    if (partner.archived || (await confirm(t('ask'), t('act', { name: partner.name }), false))) {
      await put(!partner.archived, partner.version);
    }
  };
  return (
    <>
      {problem && <Failure problem={problem} />}
      {partner.archived && <Badge value="archived" />}
      <ApiButton operation="getPartner" path={{ partnerId: partner.id }} record={partner} />
      {may('updatePartner') && <Button onClick={archive}>{t(partner.archived ? 'restore' : 'archive')}</Button>}
      {partner.kind !== 'customer' && may('createPurchase') && (
        <a class="button" href={placed(`/purchases/new?partnerId=${partner.id}`)}>
          {t('purchase')}
        </a>
      )}
      {partner.kind !== 'supplier' && may('createSale') && (
        <a class="button" href={placed(`/sales/new?partnerId=${partner.id}`)}>
          {t('sale')}
        </a>
      )}
      {may('updatePartner') && (
        <Button kind="primary" onClick={() => address.set({ edit: '1' })}>
          {t('edit')}
        </Button>
      )}
    </>
  );
}
