import { may } from '../../../data/company';
import { texts } from '../../../i18n/texts';
import { ActPanel } from '../../../parts/document/act-panel';
import { Deliver } from './deliver';
import { Cancel, Edit, Pay, Remind, Submit } from './forms';
import { PaymentLink, PushToPhone, StoreCopy } from './outside';
import { Refund } from './refund';
import { undelivered, type Sale } from './sale';

const t = texts({
  en: {
    pay: 'Record a payment', deliver: 'Deliver', remind: 'Remind', refund: 'Refund', cancel: 'Cancel', link: 'Payment link', phone: 'Push to phone',
    submit: 'Submit to the authority', archive: 'Archive', edit: 'Edit',
  },
  fr: {
    pay: 'Enregistrer un paiement', deliver: 'Livrer', remind: 'Relancer', refund: 'Rembourser', cancel: 'Annuler', link: 'Lien de paiement', phone: 'Demander par téléphone',
    submit: 'Transmettre à l’administration', archive: 'Archiver', edit: 'Modifier',
  },
  de: {
    pay: 'Zahlung erfassen', deliver: 'Liefern', remind: 'Mahnen', refund: 'Erstatten', cancel: 'Stornieren', link: 'Zahlungslink', phone: 'Auf das Telefon senden',
    submit: 'An die Behörde übermitteln', archive: 'Archivieren', edit: 'Bearbeiten',
  },
});

export type Act = 'pay' | 'deliver' | 'remind' | 'refund' | 'cancel' | 'link' | 'phone' | 'submit' | 'archive' | 'edit';

interface ActProps {
  sale: Sale;
  close: () => void;
}

const Forms: Record<Act, (props: ActProps) => preact.JSX.Element | null> = {
  pay: Pay, deliver: Deliver, remind: Remind, refund: Refund, cancel: Cancel, link: PaymentLink, phone: PushToPhone, submit: Submit, archive: StoreCopy, edit: Edit,
};

/** The acts that a sale and the person allow, the most likely first. */
export function actsOf(sale: Sale): Act[] {
  const active = sale.status === 'active';
  const owed = active && sale.balance > 0;
  const all: [Act, boolean][] = [
    ['pay', owed && may('createSalePayment')],
    ['deliver', active && undelivered(sale).length > 0 && may('deliverSale')],
    ['remind', owed && sale.partnerId !== null && may('remindSale')],
    ['link', owed && may('createPaymentLink')],
    ['phone', owed && may('pushToPhone')],
    ['submit', may('submitSale')],
    ['archive', may('archiveDocument')],
    ['edit', active && may('updateSale')],
    ['refund', active && sale.credited < sale.total && may('refundSale')],
    ['cancel', active && sale.paid - sale.refunded === 0 && sale.total > 0 && may('cancelSale')],
  ];
  return all.filter(([, there]) => there).map(([act]) => act);
}

export function actLabel(act: Act): string {
  return t(act);
}

/** The form of an act; nothing when the sale does not allow it (any more). */
export function OpenAct({ act, sale, close }: ActProps & { act: string }) {
  const known = actsOf(sale).find((one) => one === act);
  if (!known) {
    return null;
  }
  const Form = Forms[known];
  return (
    <ActPanel key={known} title={`${t(known)} · ${sale.number}`} close={close}>
      <Form sale={sale} close={close} />
    </ActPanel>
  );
}
