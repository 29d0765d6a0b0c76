import { may } from '../../../data/company';
import { today } from '../../../i18n/dates';
import { texts } from '../../../i18n/texts';
import { ActPanel } from '../../../parts/document/act-panel';
import { Convert } from './convert';
import { Accept, Cancel, Decline, Edit, Send, Sign, StoreCopy } from './forms';
import type { Quote } from './quote';

const t = texts({
  en: { send: 'Send', accept: 'Accept', decline: 'Decline', convert: 'Convert to a sale', sign: 'Ask for a signature', edit: 'Edit', archive: 'Archive', cancel: 'Cancel' },
  fr: { send: 'Envoyer', accept: 'Accepter', decline: 'Refuser', convert: 'Convertir en vente', sign: 'Demander une signature', edit: 'Modifier', archive: 'Archiver', cancel: 'Annuler' },
  de: { send: 'Senden', accept: 'Annehmen', decline: 'Ablehnen', convert: 'In einen Verkauf umwandeln', sign: 'Unterschrift anfordern', edit: 'Bearbeiten', archive: 'Archivieren', cancel: 'Stornieren' },
});

export type Act = 'send' | 'accept' | 'decline' | 'convert' | 'sign' | 'edit' | 'archive' | 'cancel';

interface ActProps {
  quote: Quote;
  close: () => void;
}

const Forms: Record<Act, (props: ActProps) => preact.JSX.Element | null> = {
  send: Send, accept: Accept, decline: Decline, convert: Convert, sign: Sign, edit: Edit, archive: StoreCopy, cancel: Cancel,
};

/** The acts that a quote and the person allow, the most likely first. */
export function actsOf(quote: Quote): Act[] {
  const open = quote.status === 'open';
  const agreed = ['accepted', 'signed', 'partially_converted'].includes(quote.status);
  const valid = quote.validUntil >= today();
  const all: [Act, boolean][] = [
    ['convert', (agreed || (open && valid)) && may('convertQuote')],
    ['send', open && may('sendQuote')],
    ['accept', open && valid && may('acceptQuote')],
    ['decline', open && may('declineQuote')],
    ['sign', (open || quote.status === 'accepted') && may('requestSignature')],
    ['edit', (open || quote.status === 'expired') && may('updateQuote')],
    ['archive', may('archiveDocument')],
    ['cancel', open && may('cancelQuote')],
  ];
  return all.filter(([, there]) => there).map(([act]) => act);
}

export function actLabel(act: Act): string {
  return t(act);
}

/** The form of an act; nothing when the quote does not allow it (any more). */
export function OpenAct({ act, quote, close }: ActProps & { act: string }) {
  const known = actsOf(quote).find((one) => one === act);
  if (!known) {
    return null;
  }
  const Form = Forms[known];
  return (
    <ActPanel key={known} title={`${t(known)} · ${quote.number}`} close={close}>
      <Form quote={quote} close={close} />
    </ActPanel>
  );
}
