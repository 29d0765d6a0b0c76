import { useAddress } from '../../../data/address';
import { may } from '../../../data/company';
import { recordSchema } from '../../../data/contract';
import { placed } from '../../../data/place';
import { dateText } from '../../../i18n/dates';
import { fieldName } from '../../../i18n/names';
import { texts } from '../../../i18n/texts';
import { quantity } from '../../../money/format';
import { Badge, Button, Facts, Money } from '../../../parts/controls';
import { Attachments } from '../../../parts/document/attachments';
import { DocumentLines } from '../../../parts/document/lines';
import { Pdf } from '../../../parts/document/pdf';
import { Totals } from '../../../parts/document/totals';
import { History } from '../../../parts/history';
import { PlaceName } from '../../../parts/record-names';
import { Figures, Tabs, type Tab } from '../../../parts/record';
import { Slot } from '../../../parts/slot';
import { actLabel, actsOf, OpenAct } from './acts';
import { Events } from './events';
import type { Purchase, PurchaseLine } from './purchase';

const t = texts({
  en: { lines: 'Lines', events: 'Receipts and payments', files: 'Files', order: 'Order as PDF', history: 'History', parts: 'Parts of the purchase', received: '{n} of {all} received', lot: 'lot {lot}', cancelled: 'Cancelled: {reason}', place: 'Place' },
  fr: { lines: 'Lignes', events: 'Réceptions et paiements', files: 'Fichiers', order: 'Bon de commande', history: 'Historique', parts: 'Parties de l’achat', received: '{n} sur {all} reçus', lot: 'lot {lot}', cancelled: 'Annulé : {reason}', place: 'Lieu' },
  de: { lines: 'Positionen', events: 'Eingänge und Zahlungen', files: 'Dateien', order: 'Bestellung als PDF', history: 'Verlauf', parts: 'Teile des Einkaufs', received: '{n} von {all} erhalten', lot: 'Charge {lot}', cancelled: 'Storniert: {reason}', place: 'Lager' },
});

/** A purchase with its acts: beside the list, and as a page of its own. */
export function PurchaseView({ purchase, full = false }: { purchase: Purchase; full?: boolean }) {
  const address = useAddress();
  const act = address.query['act'];
  const remark = (line: PurchaseLine) => (line.service ? '' : t('received', { n: quantity(line.quantityReceived), all: quantity(line.quantity) }));
  const tabs: Tab[] = [
    {
      id: 'lines',
      label: t('lines'),
      show: () => (
        <>
          <DocumentLines lines={purchase.lines} currency={purchase.currency} remark={remark} />
          <Totals of={purchase} />
        </>
      ),
    },
    { id: 'events', label: t('events'), show: () => <Events purchase={purchase} /> },
    { id: 'files', label: t('files'), show: () => <Attachments kind="purchase" id={purchase.id} /> },
    ...(may('getPurchaseOrderPdf')
      ? [{ id: 'order', label: t('order'), show: () => <Pdf operation="getPurchaseOrderPdf" request={{ path: { purchaseId: purchase.id } }} version={purchase.version} /> }]
      : []),
    { id: 'history', label: t('history'), show: () => <History kind="purchase" id={purchase.id} schema={recordSchema('getPurchase')} currency={purchase.currency} /> },
  ];
  return (
    <>
      <div class="acts">
        {purchase.status === 'cancelled' ? <Badge value="cancelled" /> : <Badge value={purchase.receiptStatus} />}
        {purchase.status !== 'cancelled' && <Badge value={purchase.overdue ? 'overdue' : purchase.paymentStatus} />}
        <span class="space" />
        {actsOf(purchase).map((one, index) => (
          <Button key={one} kind={one === 'cancel' ? 'danger' : index === 0 && full ? 'primary' : 'plain'} onClick={() => address.set({ act: one })}>
            {actLabel(one)}
          </Button>
        ))}
      </div>
      {purchase.cancellation && <p class="notice">{t('cancelled', { reason: purchase.cancellation.reason ?? dateText(purchase.cancellation.at) })}</p>}
      {act && <OpenAct act={act} purchase={purchase} close={() => address.set({ act: undefined })} />}
      <Figures
        rows={[
          [fieldName('total'), <Money key="t" minor={purchase.total} currency={purchase.currency} />],
          [fieldName('balance'), <Money key="b" minor={purchase.balance} currency={purchase.currency} dash />],
          [fieldName('dueDate'), dateText(purchase.dueDate) || '–'],
        ]}
      />
      <Facts
        rows={[
          [fieldName('partner'), <a key="p" href={placed(`/partners/${purchase.partnerId}`)}>{purchase.partner?.name}</a>],
          [fieldName('supplierReference'), purchase.supplierReference],
          [fieldName('date'), dateText(purchase.date)],
          [fieldName('expectedAt'), dateText(purchase.expectedAt)],
          [t('place'), purchase.locationId && <PlaceName id={purchase.locationId} />],
          [fieldName('note'), purchase.note],
        ]}
      />
      <Tabs tabs={tabs} label={t('parts')} />
      <Slot name="purchase.side" record={purchase} />
    </>
  );
}
