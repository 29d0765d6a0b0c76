import { may } from '../../../data/company';
import { texts } from '../../../i18n/texts';
import { money } from '../../../money/format';
import { confirm } from '../../../parts/dialog';
import { ActPanel } from '../../../parts/document/act-panel';
import { amountTyped } from '../../../parts/edit/changes';
import { EditForm } from '../../../parts/edit/edit-form';
import { ActForm } from '../../../parts/form/act-form';
import { notify } from '../../../parts/notices';
import { purchaseChanged, unreceived, type Purchase } from './purchase';
import { Receive } from './receive';

const t = texts({
  en: { receive: 'Receive', pay: 'Pay', edit: 'Edit', cancel: 'Cancel', payIt: 'Record the payment', paid: '{amount} paid on {number}.', cancelIt: 'Cancel {number}', sure: 'The order keeps its number and counts for nothing any more. This cannot be undone.', cancelled: '{number} is cancelled.', saved: '{number} is saved.' },
  fr: { receive: 'Recevoir', pay: 'Payer', edit: 'Modifier', cancel: 'Annuler', payIt: 'Enregistrer le paiement', paid: '{amount} payés sur {number}.', cancelIt: 'Annuler {number}', sure: 'La commande garde son numéro mais ne compte plus. C’est irréversible.', cancelled: '{number} est annulé.', saved: '{number} est enregistré.' },
  de: { receive: 'Wareneingang', pay: 'Bezahlen', edit: 'Bearbeiten', cancel: 'Stornieren', payIt: 'Zahlung erfassen', paid: '{amount} zu {number} bezahlt.', cancelIt: '{number} stornieren', sure: 'Die Bestellung behält ihre Nummer und zählt nicht mehr. Das lässt sich nicht rückgängig machen.', cancelled: '{number} ist storniert.', saved: '{number} ist gespeichert.' },
});

export type Act = 'receive' | 'pay' | 'edit' | 'cancel';

interface ActProps {
  purchase: Purchase;
  close: () => void;
}

/** The acts that a purchase and the person allow, the most likely first. */
export function actsOf(purchase: Purchase): Act[] {
  const ordered = purchase.status === 'ordered';
  const all: [Act, boolean][] = [
    ['receive', ordered && unreceived(purchase).length > 0 && may('createPurchaseReceipt')],
    ['pay', ordered && purchase.balance > 0 && may('createPurchasePayment')],
    ['edit', ordered && may('updatePurchase')],
    ['cancel', ordered && purchase.receiptStatus === 'pending' && purchase.paid === 0 && may('cancelPurchase')],
  ];
  return all.filter(([, there]) => there).map(([act]) => act);
}

export function actLabel(act: Act): string {
  return t(act);
}

function Pay({ purchase, close }: ActProps) {
  return (
    <ActForm
      operation="createPurchasePayment"
      path={{ purchaseId: purchase.id }}
      only={['amount', 'walletId', 'method', 'date', 'reference', 'walletAmount', 'note']}
      initial={{ amount: amountTyped(purchase.balance, purchase.currency) }}
      label={t('payIt')}
      done={(payment) => {
        notify(t('paid', { amount: money(payment.amount, payment.currency), number: purchase.number }));
        void purchaseChanged();
        close();
      }}
    />
  );
}

function Edit({ purchase, close }: ActProps) {
  return (
    <EditForm
      operation="updatePurchase"
      read="getPurchase"
      path={{ purchaseId: purchase.id }}
      record={purchase}
      currency={purchase.currency}
      only={['supplierReference', 'expectedAt', 'dueDate', 'note']}
      done={(saved) => {
        notify(t('saved', { number: saved.number }));
        void purchaseChanged();
        close();
      }}
    />
  );
}

function Cancel({ purchase, close }: ActProps) {
  const label = t('cancelIt', { number: purchase.number });
  return (
    <ActForm
      operation="cancelPurchase"
      path={{ purchaseId: purchase.id }}
      label={label}
      danger
      before={() => confirm(t('sure'), label)}
      done={(cancelled) => {
        notify(t('cancelled', { number: cancelled.number }));
        void purchaseChanged();
        close();
      }}
    />
  );
}

const Forms: Record<Act, (props: ActProps) => preact.JSX.Element | null> = { receive: Receive, pay: Pay, edit: Edit, cancel: Cancel };

/** The form of an act; nothing when the purchase does not allow it (any more). */
export function OpenAct({ act, purchase, close }: ActProps & { act: string }) {
  const known = actsOf(purchase).find((one) => one === act);
  if (!known) {
    return null;
  }
  const Form = Forms[known];
  return (
    <ActPanel key={known} title={`${t(known)} · ${purchase.number}`} close={close}>
      <Form purchase={purchase} close={close} />
    </ActPanel>
  );
}
