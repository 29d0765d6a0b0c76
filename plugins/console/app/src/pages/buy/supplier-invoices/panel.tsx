import { useState } from 'preact/hooks';
import { useAddress } from '../../../data/address';
import { file, type Answer, type OperationId } from '../../../data/call';
import { may } from '../../../data/company';
import { placed } from '../../../data/place';
import { asProblem, type Problem } from '../../../data/problem';
import { changed, useAnswer } from '../../../data/query';
import { dateText, instantText } from '../../../i18n/dates';
import { fieldName, word } from '../../../i18n/names';
import { texts } from '../../../i18n/texts';
import { Badge, Button, Facts, Money } from '../../../parts/controls';
import { SidePanel } from '../../../parts/dialog';
import { download } from '../../../parts/download';
import { ActForm } from '../../../parts/form/act-form';
import { useChoice } from '../../../parts/lookup';
import { notify } from '../../../parts/notices';
import { Figures } from '../../../parts/record';
import { Failure, Shown } from '../../../parts/states';
import { Accept } from './accept';
import { Findings, Lines } from './content';

const t = texts({
  en: { purchase: 'Accept as a purchase', expense: 'Accept as an expense', refuse: 'Refuse', refuseIt: 'Refuse {number}', original: 'Original file', readable: 'Readable view (file)', partner: 'Partner', unknown: 'not among your partners', duplicate: 'The same invoice was received before.', first: 'Show it', refused: '{number} is refused.', toPurchase: 'Purchase', toExpense: 'Expense', back: 'Back', seller: 'Seller' },
  fr: { purchase: 'Accepter comme achat', expense: 'Accepter comme dépense', refuse: 'Refuser', refuseIt: 'Refuser {number}', original: 'Fichier d’origine', readable: 'Version lisible (fichier)', partner: 'Tiers', unknown: 'ne figure pas parmi vos tiers', duplicate: 'La même facture a déjà été reçue.', first: 'L’afficher', refused: '{number} est refusée.', toPurchase: 'Achat', toExpense: 'Dépense', back: 'Retour', seller: 'Vendeur' },
  de: { purchase: 'Als Einkauf annehmen', expense: 'Als Ausgabe annehmen', refuse: 'Ablehnen', refuseIt: '{number} ablehnen', original: 'Originaldatei', readable: 'Lesbare Fassung (Datei)', partner: 'Partner', unknown: 'nicht unter Ihren Partnern', duplicate: 'Dieselbe Rechnung ist schon eingegangen.', first: 'Anzeigen', refused: '{number} ist abgelehnt.', toPurchase: 'Einkauf', toExpense: 'Ausgabe', back: 'Zurück', seller: 'Verkäufer' },
});

export type Invoice = Answer<'getSupplierInvoice'>;

/** A received invoice: its data, what is wrong with it, and what becomes of it. */
export function InvoicePanel({ id, close }: { id: string; close: () => void }) {
  const read = useAnswer('getSupplierInvoice', { path: { supplierInvoiceId: id } });
  const invoice = read.data;
  return (
    <SidePanel title={invoice ? `${invoice.number} · ${invoice.seller.name}` : '…'} close={close}>
      <Shown read={read} rows={8}>
        {(shown) => <Content invoice={shown} />}
      </Shown>
    </SidePanel>
  );
}

function Content({ invoice }: { invoice: Invoice }) {
  const address = useAddress();
  const act = address.query['act'];
  const back = () => address.set({ act: undefined });
  const partner = useChoice('par', invoice.partnerId);
  const open = invoice.status === 'received' && may('acceptSupplierInvoice');
  return (
    <>
      <div class="acts">
        <Badge value={invoice.status} />
        <span class="space" />
        <Files id={invoice.id} />
      </div>
      {invoice.duplicateOf && (
        <p class="notice">
          {t('duplicate')} <a href={`?open=${invoice.duplicateOf}`}>{t('first')}</a>
        </p>
      )}
      {open && !act && (
        <div class="acts">
          <Button kind="primary" onClick={() => address.set({ act: 'purchase' })}>
            {t('purchase')}
          </Button>
          <Button onClick={() => address.set({ act: 'expense' })}>{t('expense')}</Button>
          <Button kind="danger" onClick={() => address.set({ act: 'refuse' })}>
            {t('refuse')}
          </Button>
        </div>
      )}
      {open && act && <Button onClick={back}>← {t('back')}</Button>}
      {open && (act === 'purchase' || act === 'expense') && <Accept invoice={invoice} as={act} done={back} />}
      {open && act === 'refuse' && (
        <ActForm
          operation="refuseSupplierInvoice"
          path={{ supplierInvoiceId: invoice.id }}
          label={t('refuseIt', { number: invoice.number })}
          danger
          done={() => {
            void changed('listSupplierInvoices', 'getSupplierInvoice');
            notify(t('refused', { number: invoice.number }));
            back();
          }}
        />
      )}
      <Figures
        rows={[
          [fieldName('total'), <Money key="t" minor={invoice.total} currency={invoice.currency} />],
          [fieldName('taxTotal'), <Money key="x" minor={invoice.taxTotal} currency={invoice.currency} />],
          [fieldName('payable'), <Money key="p" minor={invoice.payable} currency={invoice.currency} />],
        ]}
      />
      <Findings invoice={invoice} />
      <Facts
        rows={[
          [fieldName('kind'), word(invoice.kind)],
          [fieldName('issueDate'), dateText(invoice.issueDate)],
          [fieldName('dueDate'), dateText(invoice.dueDate)],
          [t('seller'), invoice.seller.name],
          [t('partner'), invoice.partnerId ? <a href={placed(`/partners/${invoice.partnerId}`)}>{partner?.label}</a> : t('unknown')],
          [fieldName('vatNumber'), invoice.seller.vatNumber],
          [fieldName('registrationNumber'), invoice.seller.registrationNumber],
          [fieldName('iban'), invoice.seller.iban && <code>{invoice.seller.iban}</code>],
          [fieldName('purchaseOrderRef'), invoice.purchaseOrderRef],
          [t('toPurchase'), invoice.purchaseId && <a href={placed(`/purchases/${invoice.purchaseId}`)}>{t('toPurchase')}</a>],
          [t('toExpense'), invoice.expenseId && <a href={placed(`/expenses?open=${invoice.expenseId}`)}>{t('toExpense')}</a>],
          [fieldName('refusal'), invoice.refusal && `${invoice.refusal.reason} (${instantText(invoice.refusal.at)})`],
          [fieldName('source'), word(invoice.source)],
          [fieldName('profile'), `${invoice.syntax.toUpperCase()}, ${invoice.profile}`],
          [fieldName('receivedAt'), instantText(invoice.receivedAt)],
        ]}
      />
      <Lines invoice={invoice} />
    </>
  );
}

/** The file as it came, and what others made of it to be read: as files only, never drawn in the console. */
function Files({ id }: { id: string }) {
  const [problem, setProblem] = useState<Problem | null>(null);
  const save = (operation: OperationId & ('getSupplierInvoiceFile' | 'viewSupplierInvoice')) => {
    setProblem(null);
    file(operation, { path: { supplierInvoiceId: id } })
      .then(({ name, content }) => download(operation === 'viewSupplierInvoice' && name === operation ? `${id}.html` : name, content))
      .catch((error: unknown) => setProblem(asProblem(error)));
  };
  return (
    <>
      {may('getSupplierInvoiceFile') && <Button onClick={() => save('getSupplierInvoiceFile')}>{t('original')}</Button>}
      {may('viewSupplierInvoice') && <Button onClick={() => save('viewSupplierInvoice')}>{t('readable')}</Button>}
      {problem && <Failure problem={problem} />}
    </>
  );
}
