import { useAnswer } from '../../../data/query';
import { may } from '../../../data/company';
import { texts } from '../../../i18n/texts';
import { majorText, money } from '../../../money/format';
import { confirm } from '../../../parts/dialog';
import { Refusal } from '../../../parts/form/draft';
import { ActForm } from '../../../parts/form/act-form';
import { typedText } from '../../../parts/grid/amounts';
import { notify } from '../../../parts/notices';
import { saleChanged, type Sale } from './sale';

const t = texts({
  en: {
    pay: 'Record the payment', paid: '{amount} recorded on {number}; {left} left.', change: 'Change to hand back: {amount}',
    remind: 'Send the reminder', reminded: 'Reminder {level} goes to {to}.', cancel: 'Cancel {number}', cancelled: '{number} is cancelled; credit note {note}.',
    sure: 'The invoice keeps its number, and a credit note takes it back. This cannot be undone.',
    submit: 'Submit {number}', submitted: '{number} was handed to {regime}.', none: 'No regime is enabled for this company.', save: 'Save', saved: 'Saved.',
  },
  fr: {
    pay: 'Enregistrer le paiement', paid: '{amount} enregistrés sur {number} ; reste {left}.', change: 'Monnaie à rendre : {amount}',
    remind: 'Envoyer la relance', reminded: 'La relance {level} part vers {to}.', cancel: 'Annuler {number}', cancelled: '{number} est annulée ; avoir {note}.',
    sure: 'La facture garde son numéro et un avoir l’annule. C’est irréversible.',
    submit: 'Transmettre {number}', submitted: '{number} est transmise à {regime}.', none: 'Aucun régime n’est activé pour cette entreprise.', save: 'Enregistrer', saved: 'Enregistré.',
  },
  de: {
    pay: 'Zahlung erfassen', paid: '{amount} zu {number} erfasst; {left} offen.', change: 'Rückgeld: {amount}',
    remind: 'Mahnung senden', reminded: 'Mahnung {level} geht an {to}.', cancel: '{number} stornieren', cancelled: '{number} ist storniert; Gutschrift {note}.',
    sure: 'Die Rechnung behält ihre Nummer, eine Gutschrift hebt sie auf. Das lässt sich nicht rückgängig machen.',
    submit: '{number} übermitteln', submitted: '{number} wurde an {regime} übergeben.', none: 'Für dieses Unternehmen ist kein Verfahren eingeschaltet.', save: 'Speichern', saved: 'Gespeichert.',
  },
});

interface Props {
  sale: Sale;
  close: () => void;
}

/** An amount of the service as a person would type it. */
export function typedAmount(minor: number, currency: string): string {
  return typedText(majorText(minor, currency));
}

export function Pay({ sale, close }: Props) {
  return (
    <ActForm
      operation="createSalePayment"
      path={{ saleId: sale.id }}
      only={['amount', 'walletId', 'method', 'date', 'reference', 'tendered', 'walletAmount', 'note']}
      initial={{ amount: typedAmount(sale.balance, sale.currency) }}
      label={t('pay')}
      done={(payment) => {
        const { number, balance } = payment.sale;
        notify(t('paid', { amount: money(payment.amount, sale.currency), number, left: money(balance, sale.currency) }));
        if (payment.change > 0) {
          notify(t('change', { amount: money(payment.change, sale.currency) }));
        }
        void saleChanged();
        close();
      }}
    />
  );
}

export function Remind({ sale, close }: Props) {
  const partner = useAnswer('getPartner', sale.partnerId && may('getPartner') ? { path: { partnerId: sale.partnerId } } : null);
  if (partner.loading && !partner.data) {
    return null;
  }
  return (
    <ActForm
      operation="remindSale"
      path={{ saleId: sale.id }}
      only={['to', 'message', 'attachPdf']}
      initial={{ to: partner.data?.email ?? '', attachPdf: true }}
      label={t('remind')}
      done={(reminder) => {
        notify(t('reminded', { level: reminder.level, to: reminder.to }));
        void saleChanged();
        close();
      }}
    />
  );
}

export function Cancel({ sale, close }: Props) {
  const label = t('cancel', { number: sale.number });
  return (
    <ActForm
      operation="cancelSale"
      path={{ saleId: sale.id }}
      only={['reason', 'restock', 'date']}
      initial={{ restock: true }}
      label={label}
      danger
      before={() => confirm(t('sure'), label)}
      done={(cancelled) => {
        notify(t('cancelled', { number: cancelled.number, note: cancelled.cancellation?.creditNoteNumber ?? '' }));
        void saleChanged();
        close();
      }}
    />
  );
}

export function Submit({ sale, close }: Props) {
  const fiscal = useAnswer('readFiscal', may('readFiscal') ? {} : null);
  const enabled = fiscal.data?.regimes.filter((one) => one.state === 'enabled') ?? [];
  if (fiscal.data && enabled.length === 0) {
    return <p>{t('none')}</p>;
  }
  return (
    <ActForm
      operation="submitSale"
      path={{ saleId: sale.id }}
      schema={{ type: 'object', properties: { regime: { type: 'string', enum: enabled.map((one) => one.regime) } } }}
      initial={enabled.length === 1 ? { regime: enabled[0]!.regime } : {}}
      label={t('submit', { number: sale.number })}
      before={() => confirm(sale.number, t('submit', { number: sale.number }), false)}
      done={(submission) => {
        notify(t('submitted', { number: sale.number, regime: submission.regime }));
        void saleChanged();
        close();
      }}
    />
  );
}

const Editable = ['dueDate', 'purchaseOrderRef', 'externalId', 'note'] as const;

export function Edit({ sale, close }: Props) {
  const initial = Object.fromEntries(Editable.map((name) => [name, sale[name] ?? '']));
  return (
    <ActForm
      operation="updateSale"
      path={{ saleId: sale.id }}
      version={sale.version}
      only={Editable}
      initial={initial}
      // What was emptied is cleared; what was not touched is not sent.
      adjust={(body) => {
        const changes = Object.fromEntries(Editable.filter((name) => (body[name] ?? '') !== initial[name]).map((name) => [name, body[name] ?? null]));
        if (Object.keys(changes).length === 0) {
          throw new Refusal({});
        }
        return changes;
      }}
      label={t('save')}
      done={() => {
        notify(t('saved'));
        void saleChanged();
        close();
      }}
    />
  );
}
