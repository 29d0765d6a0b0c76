import { useAddress } from '../../../data/address';
import { may } from '../../../data/company';
import { recordSchema } from '../../../data/contract';
import { placed } from '../../../data/place';
import { dateText, instantText } from '../../../i18n/dates';
import { word } from '../../../i18n/names';
import { texts } from '../../../i18n/texts';
import { quantity } from '../../../money/format';
import { Copy, Facts, Money, Section } from '../../../parts/controls';
import { ActBar } from '../../../parts/document/act-bar';
import { Attachments } from '../../../parts/document/attachments';
import { DocumentLines } from '../../../parts/document/lines';
import { Pdf } from '../../../parts/document/pdf';
import { showsPreview, usePreviewKey } from '../../../parts/document/preview';
import { Totals } from '../../../parts/document/totals';
import { History } from '../../../parts/history';
import { useChoice } from '../../../parts/lookup';
import { Slot } from '../../../parts/slot';
import { actLabel, actsOf, OpenAct } from './acts';
import { StateLine } from './state-line';
import type { Quote } from './quote';

const t = texts({
  en: { customer: 'Customer', date: 'Date', valid: 'Valid until', unit: 'Business unit', ref: 'Order reference', sent: 'Sent', accepted: 'Accepted', declined: 'Declined', cancelled: 'Cancelled', signed: 'Signed', sale: 'Sale', open: 'Open the sale', page: 'Page of the customer', note: 'Note', sold: '{n} sold', again: 'New quote like this one', history: 'History' },
  fr: { customer: 'Client', date: 'Date', valid: 'Valable jusqu’au', unit: 'Établissement', ref: 'Référence de commande', sent: 'Envoyé', accepted: 'Accepté', declined: 'Refusé', cancelled: 'Annulé', signed: 'Signé', sale: 'Vente', open: 'Ouvrir la vente', page: 'Page du client', note: 'Note', sold: '{n} vendus', again: 'Nouveau devis semblable', history: 'Historique' },
  de: { customer: 'Kunde', date: 'Datum', valid: 'Gültig bis', unit: 'Geschäftsbereich', ref: 'Bestellnummer', sent: 'Gesendet', accepted: 'Angenommen', declined: 'Abgelehnt', cancelled: 'Storniert', signed: 'Unterschrieben', sale: 'Verkauf', open: 'Verkauf öffnen', page: 'Seite des Kunden', note: 'Notiz', sold: '{n} verkauft', again: 'Neues Angebot wie dieses', history: 'Verlauf' },
});

/** When something happened, and what goes with it. */
function moment(at: string | null, ...details: (string | null | undefined)[]): string {
  return at ? [instantText(at), ...details].filter(Boolean).join(' · ') : '';
}

function QuoteFacts({ quote }: { quote: Quote }) {
  const unit = useChoice('bus', quote.businessUnitId);
  const { partner, signature } = quote;
  return (
    <Facts
      rows={[
        [t('customer'), partner && (may('getPartner') ? <a href={placed(`/partners/${partner.id}`)}>{partner.name}</a> : partner.name)],
        [t('date'), dateText(quote.date)],
        [t('valid'), dateText(quote.validUntil)],
        [t('unit'), unit?.label],
        [t('ref'), quote.purchaseOrderRef],
        [t('sent'), moment(quote.sentAt)],
        [t('accepted'), moment(quote.acceptedAt, quote.acceptedName ?? (quote.acceptedBy && word(quote.acceptedBy)), quote.acceptanceNote)],
        [t('declined'), moment(quote.declinedAt, quote.declinedName, quote.declinedReason)],
        [t('cancelled'), moment(quote.cancelledAt, quote.cancelReason)],
        [t('signed'), signature && moment(signature.signedAt, signature.provider)],
        [t('sale'), quote.saleId && <a href={placed(`/sales/${quote.saleId}`)}>{t('open')}</a>],
        [t('page'), quote.publicUrl && <Copy text={quote.publicUrl} />],
        [t('note'), quote.note],
      ]}
    />
  );
}

/** A quote, in the panel of the list or on its own page: there with its PDF beside it. */
export function QuoteView({ quote, full }: { quote: Quote; full: boolean }) {
  const address = useAddress();
  usePreviewKey();
  const act = address.query['act'];
  const open = act && <OpenAct act={act} quote={quote} close={() => address.set({ act: undefined }, true)} />;
  const preview = showsPreview();
  const acts = actsOf(quote).map((id) => ({ id, label: actLabel(id), danger: id === 'cancel' || id === 'decline' }));
  const beside = (
    <>
      <Attachments kind="quote" id={quote.id} />
      <Slot name="quote.side" record={quote} />
      <Section title={t('history')}>
        <History kind="quote" id={quote.id} schema={recordSchema('getQuote')} currency={quote.currency} />
      </Section>
    </>
  );
  return (
    <>
      <div class="document-head">
        <span class="figure">
          <Money minor={quote.total} currency={quote.currency} />
        </span>
        <StateLine quote={quote} />
        <ActBar acts={acts} route={`/quotes/${quote.id}`} read={{ operation: 'getQuote', path: { quoteId: quote.id } }} record={quote} full={full}>
          {may('createQuote') && <a href={placed(`/quotes/new?from=${quote.id}`)}>{t('again')}</a>}
        </ActBar>
        <Slot name="quote.actions" record={quote} />
      </div>
      <div class={full ? 'document' : 'document whole'}>
        <div>
          {!full && open}
          <QuoteFacts quote={quote} />
          <DocumentLines lines={quote.lines} currency={quote.currency} remark={(line) => (line.quantityConverted ? t('sold', { n: quantity(line.quantityConverted) }) : '')} />
          <Totals of={quote} />
          {(!full || preview) && beside}
        </div>
        {full && (
          <div>
            {open}
            {preview ? <Pdf operation="getQuotePdf" request={{ path: { quoteId: quote.id } }} version={quote.version} /> : beside}
          </div>
        )}
      </div>
    </>
  );
}
