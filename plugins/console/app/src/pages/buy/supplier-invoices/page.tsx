import { useRef, useState } from 'preact/hooks';
import { useAddress } from '../../../data/address';
import { call, newKey } from '../../../data/call';
import { may } from '../../../data/company';
import { asProblem, type Problem } from '../../../data/problem';
import { changed } from '../../../data/query';
import { texts } from '../../../i18n/texts';
import { Button } from '../../../parts/controls';
import { List } from '../../../parts/list/list';
import { notify } from '../../../parts/notices';
import { Failure, Uncertain } from '../../../parts/states';
import { useDrop } from '../../../parts/use-drop';
import { Page } from '../../../shell/page';
import { InvoicePanel } from './panel';

const t = texts({
  en: { title: 'Supplier invoices', upload: 'Upload an invoice', sending: 'Reading…', seller: 'Seller', received: '{number} of {seller} is read.', drop: 'XML (UBL, CII) or PDF with XML inside (Factur-X, ZUGFeRD). Files can be dropped on this page.', about: 'Electronic invoices of your suppliers: uploaded here or delivered by a network. They become a purchase or an expense once you accept them.' },
  fr: { title: 'Factures reçues', upload: 'Déposer une facture', sending: 'Lecture…', seller: 'Vendeur', received: '{number} de {seller} est lue.', drop: 'XML (UBL, CII) ou PDF contenant du XML (Factur-X, ZUGFeRD). Les fichiers peuvent être déposés sur cette page.', about: 'Les factures électroniques de vos fournisseurs : déposées ici ou reçues par un réseau. Elles deviennent un achat ou une dépense quand vous les acceptez.' },
  de: { title: 'Eingangsrechnungen', upload: 'Rechnung hochladen', sending: 'Wird gelesen…', seller: 'Verkäufer', received: '{number} von {seller} ist gelesen.', drop: 'XML (UBL, CII) oder PDF mit XML darin (Factur-X, ZUGFeRD). Dateien können auf dieser Seite abgelegt werden.', about: 'Elektronische Rechnungen Ihrer Lieferanten: hier hochgeladen oder über ein Netz empfangen. Sie werden ein Einkauf oder eine Ausgabe, sobald Sie sie annehmen.' },
});

const Types = '.xml,.pdf,application/xml,text/xml,application/pdf';

function contentOf(chosen: File): Blob {
  const type = /\.pdf$/i.test(chosen.name) || chosen.type === 'application/pdf' ? 'application/pdf' : 'application/xml';
  return new Blob([chosen], { type });
}

export default function SupplierInvoices() {
  const address = useAddress();
  const input = useRef<HTMLInputElement>(null);
  const [intent, setIntent] = useState<{ file: File; key: string } | null>(null);
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const send = async (one: { file: File; key: string }) => {
    setIntent(one);
    setSending(true);
    setProblem(null);
    try {
      const invoice = await call('createSupplierInvoice', { query: { fileName: one.file.name }, body: contentOf(one.file), key: one.key });
      void changed('listSupplierInvoices');
      notify(t('received', { number: invoice.number, seller: invoice.seller.name }));
      address.set({ open: invoice.id });
    } catch (error) {
      setProblem(asProblem(error));
    } finally {
      setSending(false);
    }
  };
  const choose = (file: File | undefined) => {
    if (file) {
      void send({ file, key: newKey() });
    }
  };
  useDrop(may('createSupplierInvoice') ? (files) => choose(files[0]) : null);
  const upload = may('createSupplierInvoice') && (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={Types}
        onChange={(event) => {
          choose(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
      />
      <Button kind="primary" disabled={sending} onClick={() => input.current?.click()}>
        {sending ? t('sending') : t('upload')}
      </Button>
    </>
  );
  return (
    <Page title={t('title')} acts={upload}>
      {upload && <p class="small">{t('drop')}</p>}
      {problem && !problem.uncertain && <Failure problem={problem} />}
      {problem?.uncertain && intent && <Uncertain again={() => void send(intent)} />}
      <List
        operation="listSupplierInvoices"
        title={t('title')}
        columns={[
          { field: 'seller', label: t('seller'), width: 220 },
          { field: 'number', width: 140 },
          { field: 'kind', width: 110 },
          'issueDate',
          'dueDate',
          { field: 'status', width: 110 },
          'total',
          'payable',
          { field: 'source', width: 100 },
        ]}
        panel={(id, close) => <InvoicePanel key={id} id={id} close={close} />}
        about={t('about')}
      />
    </Page>
  );
}
