import { useAddress, withQuery } from '../../../data/address';
import { call, file, type Row } from '../../../data/call';
import { may } from '../../../data/company';
import { placed } from '../../../data/place';
import { useAnswer } from '../../../data/query';
import { texts } from '../../../i18n/texts';
import { SidePanel } from '../../../parts/dialog';
import { download } from '../../../parts/download';
import type { BulkAct } from '../../../parts/list/bulk';
import { List } from '../../../parts/list/list';
import { Shown } from '../../../parts/states';
import { Page } from '../../../shell/page';
import { saleChanged } from './sale';
import { SaleView } from './view';

const t = texts({
  en: {
    title: 'Sales', about: 'Invoices and tickets: what you sold, and what is still to be paid.', create: 'New sale', customer: 'Customer',
    all: 'All', collect: 'To collect', overdue: 'Overdue', tickets: 'Tickets', cancelled: 'Cancelled', remind: 'Remind', pdf: 'Download PDFs', submit: 'Submit',
  },
  fr: {
    title: 'Ventes', about: 'Factures et tickets : ce que vous avez vendu et ce qui reste à payer.', create: 'Nouvelle vente', customer: 'Client',
    all: 'Toutes', collect: 'À encaisser', overdue: 'En retard', tickets: 'Tickets', cancelled: 'Annulées', remind: 'Relancer', pdf: 'Télécharger les PDF', submit: 'Transmettre',
  },
  de: {
    title: 'Verkäufe', about: 'Rechnungen und Belege: was Sie verkauft haben und was noch zu zahlen ist.', create: 'Neuer Verkauf', customer: 'Kunde',
    all: 'Alle', collect: 'Zu kassieren', overdue: 'Überfällig', tickets: 'Kassenbelege', cancelled: 'Storniert', remind: 'Mahnen', pdf: 'PDF herunterladen', submit: 'Übermitteln',
  },
});

/** The tabs are filters: what they set is in the address like any other. */
const Tabs = {
  all: {},
  collect: { paymentStatus: 'unpaid,partially_paid' },
  overdue: { overdue: 'true' },
  tickets: { kind: 'ticket' },
  cancelled: { status: 'cancelled' },
} as const;

function SaleTabs() {
  const { path, query } = useAddress();
  const rest = { ...query, paymentStatus: undefined, overdue: undefined, kind: undefined, status: undefined, open: undefined, act: undefined };
  const now = (Object.keys(Tabs) as (keyof typeof Tabs)[]).filter((id) => Object.entries(Tabs[id]).every(([name, value]) => query[name] === value)).at(-1);
  return (
    <nav class="views" aria-label={t('title')}>
      {(Object.keys(Tabs) as (keyof typeof Tabs)[]).map((id) => (
        <a key={id} class={id === now ? 'tab chosen' : 'tab'} aria-current={id === now ? 'true' : undefined} href={withQuery(path, { ...rest, ...Tabs[id] })}>
          {t(id)}
        </a>
      ))}
    </nav>
  );
}

type SaleRow = Row<'listSales'>;

function bulkActs(): BulkAct<SaleRow>[] {
  const remind: BulkAct<SaleRow> = {
    label: t('remind'),
    only: (sale) => sale.status === 'active' && sale.balance > 0 && sale.partnerId !== null,
    run: (sale, key) => call('remindSale', { path: { saleId: sale.id }, body: { attachPdf: true }, key }),
    done: () => void saleChanged(),
  };
  const pdf: BulkAct<SaleRow> = {
    label: t('pdf'),
    run: async (sale) => {
      const { name, content } = await file('getInvoicePdf', { path: { saleId: sale.id } });
      download(name, content);
    },
  };
  const submit: BulkAct<SaleRow> = {
    label: t('submit'),
    only: (sale) => sale.fiscalStatus !== 'accepted',
    run: (sale, key) => call('submitSale', { path: { saleId: sale.id }, body: {}, key }),
    done: () => void saleChanged(),
  };
  return [...(may('remindSale') ? [remind] : []), ...(may('getInvoicePdf') ? [pdf] : []), ...(may('submitSale') ? [submit] : [])];
}

function SalePanel({ id, close, row }: { id: string; close: () => void; row: SaleRow | undefined }) {
  const read = useAnswer('getSale', { path: { saleId: id } });
  const title = [row?.number ?? read.data?.number, row?.partner?.name ?? read.data?.partner?.name].filter(Boolean).join(' · ');
  return (
    <SidePanel title={title} close={close}>
      <Shown read={read} rows={8}>
        {(sale) => <SaleView key={sale.id} sale={sale} full={false} />}
      </Shown>
    </SidePanel>
  );
}

export default function Sales() {
  const { set } = useAddress();
  const create = may('createSale') && (
    <a class="button primary" href={placed('/sales/new')}>
      {t('create')}
    </a>
  );
  return (
    <Page title={t('title')} acts={create}>
      <SaleTabs />
      <List
        operation="listSales"
        title={t('title')}
        columns={['number', 'date', { field: 'partner', label: t('customer') }, 'dueDate', 'paymentStatus', 'total', 'balance']}
        route={(sale) => `/sales/${sale.id}`}
        panel={(id, _, sale) => <SalePanel id={id} row={sale} close={() => set({ open: undefined, act: undefined })} />}
        bulk={bulkActs()}
        about={t('about')}
        act={create}
        curl={{ method: 'POST', route: '/sales', body: { lines: [{ label: 'Coffee', quantity: 1, unitPrice: 2.5 }] } }}
      />
    </Page>
  );
}
