import { useState } from 'preact/hooks';
import { call, newKey, type Row } from '../../../data/call';
import { may } from '../../../data/company';
import { placed } from '../../../data/place';
import { asProblem, type Problem } from '../../../data/problem';
import { changed } from '../../../data/query';
import { dateText, instantText } from '../../../i18n/dates';
import { fieldName } from '../../../i18n/names';
import { texts } from '../../../i18n/texts';
import { Badge, Button, Facts, Money, Section } from '../../../parts/controls';
import { confirm } from '../../../parts/dialog';
import { ActForm } from '../../../parts/form/act-form';
import { useForm } from '../../../parts/form/form';
import { notify } from '../../../parts/notices';
import { Failure, Uncertain } from '../../../parts/states';

const t = texts({
  en: {
    checkIn: 'Check in', checkedIn: '{unit} is checked in.', checkOut: 'Check out', checkedOut: '{unit} is checked out, and the sale is made.',
    cancel: 'Cancel the stay', cancelled: 'The stay in {unit} is cancelled.', cancelText: 'The unit is free again. This cannot be undone.',
    perNight: 'A night', sale: 'Open the sale', paid: 'What is paid now', early: 'The nights that were booked become a sale. Without a payment it is an invoice to be paid.',
  },
  fr: {
    checkIn: 'Enregistrer l’arrivée', checkedIn: 'L’arrivée dans {unit} est enregistrée.', checkOut: 'Enregistrer le départ', checkedOut: 'Le départ de {unit} est enregistré et la vente est faite.',
    cancel: 'Annuler le séjour', cancelled: 'Le séjour dans {unit} est annulé.', cancelText: 'L’hébergement redevient libre. C’est définitif.',
    perNight: 'La nuit', sale: 'Ouvrir la vente', paid: 'Ce qui est payé maintenant', early: 'Les nuits réservées deviennent une vente. Sans paiement, c’est une facture à régler.',
  },
  de: {
    checkIn: 'Einchecken', checkedIn: '{unit} ist eingecheckt.', checkOut: 'Auschecken', checkedOut: '{unit} ist ausgecheckt, der Verkauf ist angelegt.',
    cancel: 'Aufenthalt stornieren', cancelled: 'Der Aufenthalt in {unit} ist storniert.', cancelText: 'Die Einheit wird wieder frei. Das lässt sich nicht rückgängig machen.',
    perNight: 'Pro Nacht', sale: 'Verkauf öffnen', paid: 'Was jetzt bezahlt wird', early: 'Die gebuchten Nächte werden ein Verkauf. Ohne Zahlung ist es eine offene Rechnung.',
  },
});

type Stay = Row<'listStays'>;

/** A stay: its facts, and what can be done in its state. */
export function StayPanel({ stay }: { stay: Stay }) {
  return (
    <>
      <Facts
        rows={[
          [fieldName('status'), <Badge key="s" value={stay.status} />],
          [fieldName('arrival'), dateText(stay.arrival)],
          [fieldName('departure'), dateText(stay.departure)],
          [fieldName('nights'), stay.nights],
          [fieldName('guests'), stay.guests],
          [t('perNight'), stay.unitPrice === null ? null : <Money key="p" minor={stay.unitPrice} currency={stay.currency} />],
          [fieldName('checkedInAt'), instantText(stay.checkedInAt)],
          [fieldName('checkedOutAt'), instantText(stay.checkedOutAt)],
          [fieldName('cancelledAt'), instantText(stay.cancelledAt)],
          [fieldName('note'), stay.note],
        ]}
      />
      {stay.saleId && may('getSale') && <a href={placed(`/sales/${stay.saleId}`)}>{t('sale')}</a>}
      {stay.status === 'booked' && <BookedActs stay={stay} />}
      {stay.status === 'checked_in' && may('checkOutStay') && <CheckOut stay={stay} />}
    </>
  );
}

function BookedActs({ stay }: { stay: Stay }) {
  const drawn = () => ({ checkInStay: newKey(), cancelStay: newKey() });
  const [keys, setKeys] = useState(drawn);
  const [problem, setProblem] = useState<Problem | null>(null);
  const act = async (operation: 'checkInStay' | 'cancelStay', said: string) => {
    setProblem(null);
    try {
      await call(operation, { path: { stayId: stay.id }, key: keys[operation] });
      notify(said);
      void changed('listStays');
    } catch (error) {
      const found = asProblem(error);
      setProblem(found);
      if (!found.uncertain) {
        setKeys(drawn());
      }
    }
  };
  const checkIn = () => act('checkInStay', t('checkedIn', { unit: stay.unit }));
  const cancel = async () => {
    if (await confirm(t('cancelText'), `${t('cancel')} · ${stay.unit}`)) {
      await act('cancelStay', t('cancelled', { unit: stay.unit }));
    }
  };
  return (
    <>
      {problem && (problem.uncertain ? <Uncertain again={checkIn} /> : <Failure problem={problem} />)}
      <div class="acts">
        {may('checkInStay') && (
          <Button kind="primary" onClick={checkIn}>
            {t('checkIn')}
          </Button>
        )}
        {may('cancelStay') && (
          <Button kind="danger" onClick={cancel}>
            {t('cancel')}
          </Button>
        )}
      </div>
    </>
  );
}

function CheckOut({ stay }: { stay: Stay }) {
  const form = useForm({ paidInFull: true });
  return (
    <Section title={t('checkOut')}>
      <p class="help">{t('early')}</p>
      <ActForm
        operation="checkOutStay"
        form={form}
        path={{ stayId: stay.id }}
        only={form.value('paidInFull') ? ['paidInFull', 'walletId', 'method', 'note'] : ['paidInFull', 'dueDate', 'note']}
        adjust={({ walletId, method, dueDate, ...rest }) => (rest['paidInFull'] ? { ...rest, walletId, method } : { ...rest, dueDate })}
        label={`${t('checkOut')} · ${stay.unit}`}
        done={() => {
          notify(t('checkedOut', { unit: stay.unit }));
          void changed('listStays', 'listSales', 'listWallets');
        }}
      />
    </Section>
  );
}
