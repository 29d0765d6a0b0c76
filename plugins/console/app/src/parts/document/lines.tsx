import { texts } from '../../i18n/texts';
import { money, percent, quantity } from '../../money/format';
import { placed } from '../../data/place';
import { may } from '../../data/company';

const t = texts({
  en: { lines: 'Lines', label: 'Item', quantity: 'Quantity', price: 'Unit price', discount: 'Discount', tax: 'Tax', total: 'Total', lot: 'Lot {lot}' },
  fr: { lines: 'Lignes', label: 'Article', quantity: 'Quantité', price: 'Prix unitaire', discount: 'Remise', tax: 'TVA', total: 'Total', lot: 'Lot {lot}' },
  de: { lines: 'Positionen', label: 'Artikel', quantity: 'Menge', price: 'Einzelpreis', discount: 'Rabatt', tax: 'USt.', total: 'Gesamt', lot: 'Charge {lot}' },
});

export interface ShownLine {
  id: string;
  itemId: string | null;
  label: string;
  description: string | null;
  quantity: number;
  unit: string;
  unitPrice: number;
  discountPercent?: number | null;
  discountAmount?: number;
  taxCategory: string;
  taxRate: number;
  lotNumber?: string | null;
  total: number;
}

/** Words for what is left of a line or was done with it, below its label. */
type Remark<L> = (line: L) => string;

/** The lines of a document as they were issued. */
export function DocumentLines<L extends ShownLine>({ lines, currency, remark }: { lines: readonly L[]; currency: string; remark?: Remark<L> }) {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={t('lines')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('label')}</th>
            <th scope="col" class="right">{t('quantity')}</th>
            <th scope="col" class="right">{t('price')}</th>
            <th scope="col" class="right">{t('discount')}</th>
            <th scope="col" class="right">{t('tax')}</th>
            <th scope="col" class="right">{t('total')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.id}>
              <td>
                {line.itemId && may('getItem') ? <a href={placed(`/items/${line.itemId}`)}>{line.label}</a> : line.label}
                {line.description && <div class="small">{line.description}</div>}
                <div class="small">{[line.lotNumber && t('lot', { lot: line.lotNumber }), remark?.(line)].filter(Boolean).join(' · ')}</div>
              </td>
              <td class="right">{quantity(line.quantity)}</td>
              <td class="right">{money(line.unitPrice, currency, { bare: true })}</td>
              <td class="right">{line.discountPercent ? percent(line.discountPercent) : line.discountAmount ? money(line.discountAmount, currency, { bare: true }) : ''}</td>
              <td class="right">{percent(line.taxRate)}</td>
              <td class="right">{money(line.total, currency, { bare: true })}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
