import { texts } from '../../../i18n/texts';
import { ActForm } from '../../../parts/form/act-form';
import { useForm } from '../../../parts/form/form';
import { notify } from '../../../parts/notices';
import { namedBodies, NamedLines, useNamedLines } from '../../../parts/document/named-lines';
import { remainder } from '../../../parts/document/quantities';
import { saleChanged, undelivered, type Sale } from './sale';

const t = texts({
  en: { deliver: 'Record the delivery', delivered: 'Delivery {number} recorded.' },
  fr: { deliver: 'Enregistrer la livraison', delivered: 'Livraison {number} enregistrée.' },
  de: { deliver: 'Lieferung erfassen', delivered: 'Lieferung {number} erfasst.' },
});

/** What is handed over: what remains, unless the person says less. */
export function Deliver({ sale, close }: { sale: Sale; close: () => void }) {
  const named = undelivered(sale).map((line) => ({ id: line.id, label: line.label, left: remainder(line.quantity, line.quantityDelivered) }));
  const lines = useNamedLines(named, true);
  const form = useForm();
  return (
    <ActForm
      operation="deliverSale"
      path={{ saleId: sale.id }}
      form={form}
      lead={<NamedLines lines={lines} wrong={form.wrong.value} />}
      only={['date', 'locationId', 'carrier', 'trackingNumber', 'note']}
      adjust={(body) => ({ ...body, lines: namedBodies(lines, named) })}
      label={t('deliver')}
      done={(delivery) => {
        notify(t('delivered', { number: delivery.number }));
        void saleChanged();
        close();
      }}
    />
  );
}
