import { language, texts } from '../../../i18n/texts';
import { denominationsOf, worthOf, type Pieces } from './count';

const t = texts({
  en: { title: 'Count', piece: 'Note or coin', number: 'Pieces', sum: 'Counted', of: 'Pieces of {piece}' },
  fr: { title: 'Comptage', piece: 'Billet ou pièce', number: 'Nombre', sum: 'Compté', of: 'Nombre de {piece}' },
  de: { title: 'Zählung', piece: 'Schein oder Münze', number: 'Stück', sum: 'Gezählt', of: 'Stück zu {piece}' },
});

function shown(amount: string, currency: string): string {
  return new Intl.NumberFormat(language.value, { style: 'currency', currency }).format(amount as unknown as number);
}

/** Counts a till by its notes and coins. */
export function PiecesTable({ currency, pieces, set }: { currency: string; pieces: Pieces; set: (pieces: Pieces) => void }) {
  return (
    <table class="pieces">
      <caption class="small">{t('title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('piece')}</th>
          <th scope="col" class="right">{t('number')}</th>
        </tr>
      </thead>
      <tbody>
        {denominationsOf(currency).map((one) => (
          <tr key={one}>
            <th scope="row">{shown(one, currency)}</th>
            <td class="right">
              <input
                class="number"
                inputMode="numeric"
                autoComplete="off"
                aria-label={t('of', { piece: shown(one, currency) })}
                value={pieces[one] ?? ''}
                onInput={(event) => set({ ...pieces, [one]: event.currentTarget.value.trim() })}
              />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t('sum')}</th>
          <td class="right">
            <output>{shown(worthOf(pieces), currency)}</output>
          </td>
        </tr>
      </tfoot>
    </table>
  );
}
