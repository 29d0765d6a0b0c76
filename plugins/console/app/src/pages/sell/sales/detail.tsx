import { may } from '../../../data/company';
import { placed } from '../../../data/place';
import { dateText, shortDate } from '../../../i18n/dates';
import { word } from '../../../i18n/names';
import { texts } from '../../../i18n/texts';
import { quantity } from '../../../money/format';
import { Copy, Facts, Money, Section } from '../../../parts/controls';
import { DocumentLines } from '../../../parts/document/lines';
import { Totals } from '../../../parts/document/totals';
import { useChoice } from '../../../parts/lookup';
import type { Sale } from './sale';

const t = texts({
  en: {
    customer: 'Customer', date: 'Date', due: 'Due', ref: 'Order reference', payref: 'Payment reference', external: 'External id', channel: 'Channel', quote: 'From a quote', recurring: 'From a recurring sale', corrects: 'In place of', page: 'Page of the customer', note: 'Note', unit: 'Business unit',
    payments: 'Payments', deliveries: 'Deliveries', credits: 'Refunds and credit notes', delivered: '{n} delivered', refunded: '{n} taken back', reason: 'Cancelled: {reason}', money: 'money returned', credit: 'credit',
  },
  fr: {
    customer: 'Client', date: 'Date', due: 'Échéance', ref: 'Référence de commande', payref: 'Référence de paiement', external: 'Identifiant externe', channel: 'Canal', quote: 'Issue d’un devis', recurring: 'Issue d’une vente récurrente', corrects: 'Remplace', page: 'Page du client', note: 'Note', unit: 'Établissement',
    payments: 'Paiements', deliveries: 'Livraisons', credits: 'Remboursements et avoirs', delivered: '{n} livrés', refunded: '{n} repris', reason: 'Annulée : {reason}', money: 'argent rendu', credit: 'avoir',
  },
  de: {
    customer: 'Kunde', date: 'Datum', due: 'Fällig', ref: 'Bestellnummer', payref: 'Zahlungsreferenz', external: 'Externe Kennung', channel: 'Kanal', quote: 'Aus einem Angebot', recurring: 'Aus einem wiederkehrenden Verkauf', corrects: 'Anstelle von', page: 'Seite des Kunden', note: 'Notiz', unit: 'Geschäftsbereich',
    payments: 'Zahlungen', deliveries: 'Lieferungen', credits: 'Erstattungen und Gutschriften', delivered: '{n} geliefert', refunded: '{n} zurückgenommen', reason: 'Storniert: {reason}', money: 'Geld zurückgegeben', credit: 'Gutschrift',
  },
});

function SaleFacts({ sale }: { sale: Sale }) {
  const unit = useChoice('bus', sale.businessUnitId);
  const link = (route: string, label: string) => <a href={placed(route)}>{label}</a>;
  return (
    <Facts
      rows={[
        [t('customer'), sale.partner && (may('getPartner') ? link(`/partners/${sale.partner.id}`, sale.partner.name) : sale.partner.name)],
        [t('date'), dateText(sale.date)],
        [t('due'), dateText(sale.dueDate)],
        [t('unit'), unit?.label],
        [t('channel'), word(sale.channel)],
        [t('ref'), sale.purchaseOrderRef],
        [t('payref'), <>{sale.paymentReference} <Copy text={sale.paymentReference} /></>],
        [t('external'), sale.externalId],
        [t('quote'), sale.quoteId && link(`/quotes/${sale.quoteId}`, t('quote'))],
        [t('recurring'), sale.recurringId && link('/recurring', t('recurring'))],
        [t('corrects'), sale.correctsSaleId && link(`/sales/${sale.correctsSaleId}`, sale.correctsSaleId)],
        [t('page'), sale.publicUrl && <Copy text={sale.publicUrl} />],
        [t('note'), sale.note],
      ]}
    />
  );
}

/** What a sale is: facts, lines, sums, and what was done with it. */
export function Detail({ sale }: { sale: Sale }) {
  const remark = (line: Sale['lines'][number]) =>
    [line.quantityDelivered !== 0 && t('delivered', { n: quantity(line.quantityDelivered) }), line.quantityRefunded !== 0 && t('refunded', { n: quantity(line.quantityRefunded) })].filter(Boolean).join(' · ');
  return (
    <>
      {sale.cancellation && <p class="notice">{t('reason', { reason: sale.cancellation.reason ?? '–' })}</p>}
      <SaleFacts sale={sale} />
      <DocumentLines lines={sale.lines} currency={sale.currency} remark={remark} />
      <Totals of={sale} />
      <Payments sale={sale} />
      <Credits sale={sale} />
      <Deliveries sale={sale} />
    </>
  );
}

function Payments({ sale }: { sale: Sale }) {
  if (sale.payments.length === 0) {
    return null;
  }
  return (
    <Section title={t('payments')}>
      <table>
        <tbody>
          {sale.payments.map((payment) => (
            <tr key={payment.id}>
              <td>{shortDate(payment.date)}</td>
              <td>
                {word(payment.method)} <WalletName id={payment.walletId} /> {payment.status === 'voided' && <small>{word(payment.status)}</small>}
              </td>
              <td>{payment.reference}</td>
              <td class="right">
                <Money minor={payment.amount} currency={payment.currency} />
                {payment.walletCurrency !== payment.currency && (
                  <div class="small">
                    <Money minor={payment.walletAmount} currency={payment.walletCurrency} />
                  </div>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}

function WalletName({ id }: { id: string }) {
  const wallet = useChoice('wal', may('listWallets') ? id : null);
  return wallet ? <a href={placed(`/wallets/${id}`)}>{wallet.label}</a> : null;
}

function Credits({ sale }: { sale: Sale }) {
  if (sale.refunds.length === 0) {
    return null;
  }
  return (
    <Section title={t('credits')}>
      <table>
        <tbody>
          {sale.refunds.map((refund) => (
            <tr key={refund.id}>
              <td>{shortDate(refund.date)}</td>
              <td>
                {refund.creditNote.number} · {t(refund.kind)}
              </td>
              <td>{refund.reason}</td>
              <td class="right">
                <Money minor={refund.amount} currency={refund.currency} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}

function Deliveries({ sale }: { sale: Sale }) {
  if (sale.deliveries.length === 0) {
    return null;
  }
  const label = (id: string) => sale.lines.find((line) => line.id === id)?.label ?? id;
  return (
    <Section title={t('deliveries')}>
      <table>
        <tbody>
          {sale.deliveries.map((delivery) => (
            <tr key={delivery.id}>
              <td>{shortDate(delivery.date)}</td>
              <td>{delivery.number}</td>
              <td>{delivery.lines.map((line) => `${quantity(line.quantity)} × ${label(line.lineId)}`).join(', ')}</td>
              <td>{[delivery.carrier, delivery.trackingNumber].filter(Boolean).join(' ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}
