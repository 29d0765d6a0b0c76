import { texts } from '../i18n/texts';
import { ActForm } from './form/act-form';
import { notify } from './notices';

const t = texts({
  en: { book: 'Book the adjustment', booked: 'The stock is adjusted.', how: 'A positive quantity adds, a negative one takes away.' },
  fr: { book: 'Comptabiliser l’ajustement', booked: 'Le stock est ajusté.', how: 'Une quantité positive ajoute, une quantité négative retire.' },
  de: { book: 'Korrektur buchen', booked: 'Der Bestand ist korrigiert.', how: 'Eine positive Menge kommt hinzu, eine negative geht ab.' },
});

/** Stock that was lost, found or given back, outside of documents and counts. */
export function AdjustForm({ itemId, locationId, done }: { itemId?: string | undefined; locationId?: string | undefined; done: () => void }) {
  return (
    <>
      <p class="small">{t('how')}</p>
      <ActForm
        operation="createStockAdjustment"
        only={['locationId', 'reason', 'date', 'lines', 'note']}
        initial={{ reason: 'adjustment', lines: [itemId ? { itemId } : {}], ...(locationId ? { locationId } : {}) }}
        label={t('book')}
        done={() => {
          notify(t('booked'));
          done();
        }}
      />
    </>
  );
}
