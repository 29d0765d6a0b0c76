import { useAddress, withQuery } from '../../../data/address';
import { may } from '../../../data/company';
import { placed } from '../../../data/place';
import { useAnswer } from '../../../data/query';
import { texts } from '../../../i18n/texts';
import { Badge } from '../../../parts/controls';
import { SidePanel } from '../../../parts/dialog';
import { List } from '../../../parts/list/list';
import { Shown } from '../../../parts/states';
import { Page } from '../../../shell/page';
import { PurchaseView } from './view';

const t = texts({
  en: { title: 'Purchases', create: 'New purchase', page: 'Whole page', about: 'What you order from suppliers: received in one go or in parts, and paid.', views: 'Purchases by state', all: 'All', receive: 'To receive', pay: 'To pay', overdue: 'Overdue', cancelled: 'Cancelled' },
  fr: { title: 'Achats', create: 'Nouvel achat', page: 'Fiche complète', about: 'Ce que vous commandez aux fournisseurs : reçu en une ou plusieurs fois, et payé.', views: 'Achats par état', all: 'Tous', receive: 'À recevoir', pay: 'À payer', overdue: 'En retard', cancelled: 'Annulés' },
  de: { title: 'Einkäufe', create: 'Neuer Einkauf', page: 'Ganze Seite', about: 'Was Sie bei Lieferanten bestellen: auf einmal oder in Teilen erhalten, und bezahlt.', views: 'Einkäufe nach Stand', all: 'Alle', receive: 'Zu erhalten', pay: 'Zu bezahlen', overdue: 'Überfällig', cancelled: 'Storniert' },
});

/** Filters that are asked for most. */
const Presets: [Parameters<typeof t>[0], Record<string, string>][] = [
  ['all', {}],
  ['receive', { status: 'ordered', receiptStatus: 'pending,partially_received' }],
  ['pay', { status: 'ordered', paymentStatus: 'unpaid,partially_paid' }],
  ['overdue', { overdue: 'true' }],
  ['cancelled', { status: 'cancelled' }],
];

const Filtered = ['status', 'receiptStatus', 'paymentStatus', 'overdue'];

function PresetTabs() {
  const { path, query } = useAddress();
  return (
    <nav class="tabs" aria-label={t('views')}>
      {Presets.map(([name, filters]) => {
        const chosen = Filtered.every((one) => (query[one] ?? '') === (filters[one] ?? ''));
        return (
          <a key={name} href={withQuery(path, filters)} aria-current={chosen ? 'true' : undefined}>
            {t(name)}
          </a>
        );
      })}
    </nav>
  );
}

function PurchasePanel({ id, close }: { id: string; close: () => void }) {
  const read = useAnswer('getPurchase', { path: { purchaseId: id } });
  const acts = (
    <a class="button" href={placed(`/purchases/${id}`)}>
      {t('page')}
    </a>
  );
  return (
    <SidePanel title={read.data ? [read.data.number, read.data.partner?.name].filter(Boolean).join(' · ') : '…'} close={close} acts={acts}>
      <Shown read={read} rows={8}>
        {(purchase) => <PurchaseView purchase={purchase} />}
      </Shown>
    </SidePanel>
  );
}

export default function Purchases() {
  const create = may('createPurchase') && (
    <a class="button primary" href={placed('/purchases/new')}>
      {t('create')}
    </a>
  );
  return (
    <Page title={t('title')} acts={create}>
      <PresetTabs />
      <List
        operation="listPurchases"
        title={t('title')}
        columns={[
          { field: 'number', width: 150 },
          'date',
          { field: 'partner', width: 200 },
          { field: 'receiptStatus', width: 140 },
          { field: 'paymentStatus', width: 130, show: (one) => (one.status === 'cancelled' ? <Badge value="cancelled" /> : <Badge value={one.overdue ? 'overdue' : one.paymentStatus} />) },
          'total',
          'balance',
          'dueDate',
          { field: 'supplierReference', width: 130 },
        ]}
        route={(one) => `/purchases/${one.id}`}
        panel={(id, close) => <PurchasePanel key={id} id={id} close={close} />}
        about={t('about')}
        act={create}
        curl={{ method: 'POST', route: '/purchases', body: { partnerId: 'par_…', lines: [{ itemId: 'itm_…', quantity: 10, unitPrice: 9.9 }] } }}
      />
    </Page>
  );
}
