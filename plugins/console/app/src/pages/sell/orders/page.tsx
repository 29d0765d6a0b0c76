import type { Row } from '../../../data/call';
import { may } from '../../../data/company';
import { placed } from '../../../data/place';
import { changed } from '../../../data/query';
import { instantText } from '../../../i18n/dates';
import { fieldName, word } from '../../../i18n/names';
import { texts } from '../../../i18n/texts';
import { quantity } from '../../../money/format';
import { Badge, Facts, Money, Section } from '../../../parts/controls';
import { SidePanel } from '../../../parts/dialog';
import { ActForm } from '../../../parts/form/act-form';
import { useForm } from '../../../parts/form/form';
import { List } from '../../../parts/list/list';
import { notify } from '../../../parts/notices';
import { Page } from '../../../shell/page';

const t = texts({
  en: {
    title: 'Orders', about: 'Requests from your menu or shop. An accepted one becomes a sale at the prices that the guest saw.',
    accept: 'Accept {number}', accepted: '{number} is accepted: {sale}', reject: 'Reject {number}', rejected: '{number} is rejected.',
    table: 'Table {table}', guest: 'Guest', sale: 'Open the sale', lines: 'Lines',
  },
  fr: {
    title: 'Commandes', about: 'Les demandes de votre carte ou boutique. Acceptée, une demande devient une vente aux prix que le client a vus.',
    accept: 'Accepter {number}', accepted: '{number} est acceptée : {sale}', reject: 'Refuser {number}', rejected: '{number} est refusée.',
    table: 'Table {table}', guest: 'Client', sale: 'Ouvrir la vente', lines: 'Lignes',
  },
  de: {
    title: 'Bestellungen', about: 'Anfragen aus Ihrer Karte oder Ihrem Shop. Angenommen werden sie ein Verkauf zu den Preisen, die der Gast sah.',
    accept: '{number} annehmen', accepted: '{number} ist angenommen: {sale}', reject: '{number} ablehnen', rejected: '{number} ist abgelehnt.',
    table: 'Tisch {table}', guest: 'Gast', sale: 'Verkauf öffnen', lines: 'Positionen',
  },
});

type Order = Row<'listOrderRequests'>;

/** A request that waits for a decision is not done, as what was received elsewhere is. */
function status(order: Order) {
  return <Badge value={order.status} {...(order.status === 'received' ? { tone: 'warn' } : {})} />;
}

function guestOf(order: Order): string {
  return [order.table && t('table', { table: order.table }), order.customer?.name].filter(Boolean).join(' · ');
}

function Lines({ order }: { order: Order }) {
  return (
    <table aria-label={t('lines')}>
      <thead>
        <tr>
          <th scope="col">{fieldName('label')}</th>
          <th scope="col" class="right">{fieldName('quantity')}</th>
          <th scope="col" class="right">{fieldName('unitPrice')}</th>
          <th scope="col" class="right">{fieldName('total')}</th>
        </tr>
      </thead>
      <tbody>
        {order.lines.map((line, index) => (
          <tr key={index}>
            <td>{line.label}</td>
            <td class="right">{quantity(line.quantity)}</td>
            <td class="right"><Money minor={line.unitPrice} currency={order.currency} bare /></td>
            <td class="right"><Money minor={line.total} currency={order.currency} /></td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Decision({ order }: { order: Order }) {
  const form = useForm({});
  const number = order.number;
  return (
    <>
      {may('acceptOrderRequest') && (
        <Section title={t('accept', { number })}>
          <ActForm
            operation="acceptOrderRequest"
            form={form}
            path={{ orderRequestId: order.id }}
            only={['partnerId', 'paidInFull', ...(form.value('paidInFull') ? ['walletId', 'method'] : []), 'deliverLater']}
            label={t('accept', { number })}
            done={(sale) => {
              notify(t('accepted', { number, sale: String((sale as { number?: string }).number ?? '') }));
              void changed('listOrderRequests', 'listSales', 'listItems', 'listStock');
            }}
          />
        </Section>
      )}
      {may('rejectOrderRequest') && (
        <Section title={t('reject', { number })}>
          <ActForm
            operation="rejectOrderRequest"
            path={{ orderRequestId: order.id }}
            label={t('reject', { number })}
            danger
            done={() => {
              notify(t('rejected', { number }));
              void changed('listOrderRequests');
            }}
          />
        </Section>
      )}
    </>
  );
}

function OrderPanel({ order }: { order: Order }) {
  return (
    <>
      <Facts
        rows={[
          [fieldName('status'), status(order)],
          [t('guest'), guestOf(order)],
          [fieldName('phone'), order.customer?.phone],
          [fieldName('email'), order.customer?.email],
          [fieldName('createdAt'), instantText(order.createdAt)],
          [fieldName('decidedAt'), instantText(order.decidedAt)],
          [fieldName('total'), <Money key="t" minor={order.total} currency={order.currency} />],
          [fieldName('note'), order.note],
          [fieldName('reason'), order.reason],
        ]}
      />
      <Lines order={order} />
      {order.saleId && may('getSale') && <a href={placed(`/sales/${order.saleId}`)}>{t('sale')}</a>}
      {order.status === 'received' && <Decision order={order} />}
    </>
  );
}

export default function Orders() {
  return (
    <Page title={t('title')}>
      <List
        operation="listOrderRequests"
        title={t('title')}
        columns={['number', 'createdAt', 'channel', { field: 'customer', label: t('guest'), show: guestOf, text: guestOf }, { field: 'status', show: status, text: (order) => word(order.status) }, 'total']}
        panel={(id, close, order) => (
          <SidePanel title={order?.number ?? id} close={close}>
            {order && <OrderPanel key={order.id} order={order} />}
          </SidePanel>
        )}
        about={t('about')}
      />
    </Page>
  );
}
