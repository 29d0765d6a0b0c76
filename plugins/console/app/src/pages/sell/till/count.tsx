import { texts } from '../../../i18n/texts';
import { fieldName } from '../../../i18n/names';
import { Digits } from './digits';
import { counted, denominationsOf } from './basket';

const t = texts({
  en: { note: 'Note or coin', quantity: 'Number', sum: 'Counted', of: 'Number of {note}' },
  fr: { note: 'Billet ou pièce', quantity: 'Nombre', sum: 'Compté', of: 'Nombre de {note}' },
  de: { note: 'Schein oder Münze', quantity: 'Anzahl', sum: 'Gezählt', of: 'Anzahl {note}' },
});

export interface CountOf {
  /** Numbers by note or coin. */
  quantities: Record<string, string>;
  /** The amount as typed, where the currency has no list of notes and coins. */
  amount: string;
}

export function sumOf(currency: string, count: CountOf): string {
  return denominationsOf(currency).length > 0 ? counted(count.quantities) : count.amount;
}

/** The count by note and coin. */
export function Count({ currency, count, set }: { currency: string; count: CountOf; set: (count: CountOf) => void }) {
  const notes = denominationsOf(currency);
  if (notes.length === 0) {
    return (
      <label class="field">
        {fieldName('amount')} ({currency})
        <input inputMode="decimal" class="number" value={count.amount} onInput={(event) => set({ ...count, amount: event.currentTarget.value })} />
      </label>
    );
  }
  return (
    <>
      <table class="count">
        <thead>
          <tr>
            <th scope="col" class="right">{t('note')}</th>
            <th scope="col" class="right">{t('quantity')}</th>
          </tr>
        </thead>
        <tbody>
          {notes.map((note) => (
            <tr key={note}>
              <th scope="row" class="right">
                <Digits digits={note} currency={currency} />
              </th>
              <td>
                <input
                  class="number"
                  inputMode="numeric"
                  aria-label={t('of', { note })}
                  value={count.quantities[note] ?? ''}
                  onInput={(event) => set({ ...count, quantities: { ...count.quantities, [note]: event.currentTarget.value.replace(/\D/g, '') } })}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="till-sum" role="status">
        {t('sum')} <Digits digits={counted(count.quantities)} currency={currency} />
      </p>
    </>
  );
}
