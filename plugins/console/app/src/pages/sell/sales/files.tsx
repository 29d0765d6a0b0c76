import { useAddress } from '../../../data/address';
import { texts } from '../../../i18n/texts';
import { Pdf } from '../../../parts/document/pdf';
import { Validation } from '../../../parts/document/validation';
import { XmlFile } from '../../../parts/document/xml';
import { TabBar, useTab } from '../../../parts/tabs';
import type { Sale } from './sale';

const t = texts({
  en: { files: 'Files', document: 'Document', pdf: 'PDF', ubl: 'UBL', cii: 'CII', validation: 'Validation', invoice: 'Invoice', ticket: 'Ticket' },
  fr: { files: 'Fichiers', document: 'Document', pdf: 'PDF', ubl: 'UBL', cii: 'CII', validation: 'Contrôle', invoice: 'Facture', ticket: 'Ticket' },
  de: { files: 'Dateien', document: 'Beleg', pdf: 'PDF', ubl: 'UBL', cii: 'CII', validation: 'Prüfung', invoice: 'Rechnung', ticket: 'Kassenbeleg' },
});

/** The documents of a sale: itself, its credit notes and its delivery notes, by identifier. */
function documentsOf(sale: Sale): { id: string; label: string }[] {
  const notes = sale.refunds.map(({ creditNote }) => ({ id: creditNote.id, label: creditNote.number }));
  const { cancellation } = sale;
  const cancelling = cancellation?.creditNoteId ? [{ id: cancellation.creditNoteId, label: cancellation.creditNoteNumber }] : [];
  return [{ id: 'sale', label: `${t(sale.kind)} ${sale.number}` }, ...notes, ...cancelling, ...sale.deliveries.map(({ id, number }) => ({ id, label: number }))];
}

/** The files of a sale, with the report of the rules for electronic invoices. */
export function Files({ sale }: { sale: Sale }) {
  const address = useAddress();
  const documents = documentsOf(sale);
  const chosen = documents.find((one) => one.id === address.query['file'])?.id ?? 'sale';
  const delivery = chosen.startsWith('dlv_');
  const tabs = [
    { id: 'pdf', label: t('pdf') },
    ...(delivery ? [] : [{ id: 'ubl', label: t('ubl') }, { id: 'cii', label: t('cii') }]),
    ...(chosen === 'sale' ? [{ id: 'validation', label: t('validation') }] : []),
  ];
  const tab = useTab(tabs.map((one) => one.id), 'as');
  return (
    <>
      {documents.length > 1 && (
        <label>
          {t('document')}{' '}
          <select value={chosen} onChange={(event) => address.set({ file: event.currentTarget.value, as: undefined }, true)}>
            {documents.map((one) => (
              <option key={one.id} value={one.id}>
                {one.label}
              </option>
            ))}
          </select>
        </label>
      )}
      <TabBar label={t('files')} name="as" tabs={tabs} />
      <Content key={`${chosen}${tab}`} sale={sale} chosen={chosen} tab={tab} />
    </>
  );
}

function Content({ sale, chosen, tab }: { sale: Sale; chosen: string; tab: string }) {
  const path = { saleId: sale.id };
  const { version } = sale;
  if (chosen.startsWith('dlv_')) {
    return <Pdf operation="getDeliveryPdf" request={{ path: { ...path, deliveryId: chosen } }} version={version} />;
  }
  if (chosen !== 'sale') {
    const request = { path: { ...path, creditNoteId: chosen } };
    const operations = { pdf: 'getCreditNotePdf', ubl: 'getCreditNoteUbl', cii: 'getCreditNoteCii' } as const;
    return tab === 'pdf' ? <Pdf operation="getCreditNotePdf" request={request} version={version} /> : <XmlFile operation={operations[tab as 'ubl' | 'cii']} request={request} version={version} />;
  }
  switch (tab) {
    case 'ubl':
      return <XmlFile operation="getInvoiceUbl" request={{ path }} version={version} />;
    case 'cii':
      return <XmlFile operation="getInvoiceCii" request={{ path }} version={version} />;
    case 'validation':
      return <Validation saleId={sale.id} partnerId={sale.partnerId} />;
    default:
      return <Pdf operation="getInvoicePdf" request={{ path }} version={version} />;
  }
}
