import { may } from '../../../data/company';
import { placed } from '../../../data/place';
import { useAnswer } from '../../../data/query';
import { dateText } from '../../../i18n/dates';
import { fieldName } from '../../../i18n/names';
import { texts } from '../../../i18n/texts';
import { Badge, Money, Section } from '../../../parts/controls';
import { Shown } from '../../../parts/states';
import type { Partner } from './facts';

const t = texts({
  en: { sales: 'Sales', purchases: 'Purchases', all: 'All', none: 'None yet.' },
  fr: { sales: 'Ventes', purchases: 'Achats', all: 'Tout', none: 'Aucune pour l’instant.' },
  de: { sales: 'Verkäufe', purchases: 'Einkäufe', all: 'Alle', none: 'Noch keine.' },
});

interface Document {
  id: string;
  number: string;
  date: string;
  dueDate: string | null;
  overdue: boolean;
  paymentStatus: string;
  currency: string;
  total: number;
  balance: number;
}

/** The newest documents of a partner. */
export function Documents({ partner }: { partner: Partner }) {
  const query = { partnerId: partner.id, size: '20', page: '1', sort: '-date' };
  const sells = may('listSales');
  const buys = may('listPurchases');
  const sales = useAnswer('listSales', sells ? { query } : null);
  const purchases = useAnswer('listPurchases', buys ? { query } : null);
  const rowsOf = (answer: unknown) => (answer as { data: Document[] }).data;
  return (
    <>
      {sells && (
        <Section title={t('sales')} acts={<a href={placed(`/sales?partnerId=${partner.id}`)}>{t('all')}</a>}>
          <Shown read={sales}>{(answer) => <Table rows={rowsOf(answer)} route="/sales" label={t('sales')} />}</Shown>
        </Section>
      )}
      {buys && (
        <Section title={t('purchases')} acts={<a href={placed(`/purchases?partnerId=${partner.id}`)}>{t('all')}</a>}>
          <Shown read={purchases}>{(answer) => <Table rows={rowsOf(answer)} route="/purchases" label={t('purchases')} />}</Shown>
        </Section>
      )}
    </>
  );
}

function Table({ rows, route, label }: { rows: Document[]; route: string; label: string }) {
  if (rows.length === 0) {
    return <p class="small">{t('none')}</p>;
  }
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={label}>
      <table>
        <thead>
          <tr>
            <th scope="col">{fieldName('number')}</th>
            <th scope="col">{fieldName('date')}</th>
            <th scope="col">{fieldName('dueDate')}</th>
            <th scope="col">{fieldName('paymentStatus')}</th>
            <th scope="col" class="right">{fieldName('total')}</th>
            <th scope="col" class="right">{fieldName('balance')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((one) => (
            <tr key={one.id}>
              <td>
                <a href={placed(`${route}/${one.id}`)}>{one.number}</a>
              </td>
              <td>{dateText(one.date)}</td>
              <td>{dateText(one.dueDate)}</td>
              <td>
                <Badge value={one.overdue ? 'overdue' : one.paymentStatus} />
              </td>
              <td class="right">
                <Money minor={one.total} currency={one.currency} />
              </td>
              <td class="right">
                <Money minor={one.balance} currency={one.currency} dash />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
