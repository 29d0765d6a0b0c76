import { placed } from '../../../data/place';
import { may } from '../../../data/company';
import { texts } from '../../../i18n/texts';
import { SidePanel } from '../../../parts/dialog';
import { List } from '../../../parts/list/list';
import { Page } from '../../../shell/page';

const t = texts({
  en: { title: 'Sales', about: 'Invoices and tickets: what you sold, and what is still to be paid.', create: 'New sale' },
  fr: { title: 'Ventes', about: 'Factures et tickets : ce que vous avez vendu et ce qui reste à payer.', create: 'Nouvelle vente' },
  de: { title: 'Verkäufe', about: 'Rechnungen und Belege: was Sie verkauft haben und was noch zu zahlen ist.', create: 'Neuer Verkauf' },
});

export default function Sales() {
  const create = may('createSale') && (
    <a class="button primary" href={placed('/sales/new')}>
      {t('create')}
    </a>
  );
  return (
    <Page title={t('title')} acts={create}>
      <List
        operation="listSales"
        title={t('title')}
        columns={['number', 'date', 'partner', 'dueDate', 'paymentStatus', 'total', 'balance']}
        route={(sale) => `/sales/${sale.id}`}
        panel={(id, close, sale) => (
          <SidePanel title={sale?.number ?? id} close={close}>
            {id}
          </SidePanel>
        )}
        about={t('about')}
        act={create}
        curl={{ method: 'POST', route: '/sales', body: { lines: [{ label: 'Coffee', quantity: 1, unitPrice: 2.5 }] } }}
      />
    </Page>
  );
}
