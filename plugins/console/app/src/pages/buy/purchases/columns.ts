import { texts } from '../../../i18n/texts';
import { digitsOf, money } from '../../../money/format';
import { amountTyped } from '../../../parts/edit/changes';
import { lineAmount } from '../../../parts/grid/amounts';
import type { GridColumn } from '../../../parts/grid/grid';

const t = texts({
  en: { item: 'Item', quantity: 'Quantity', price: 'Unit price', discount: 'Discount %', tax: 'Tax %', amount: 'Amount' },
  fr: { item: 'Article', quantity: 'Quantité', price: 'Prix unitaire', discount: 'Remise %', tax: 'TVA %', amount: 'Montant' },
  de: { item: 'Artikel', quantity: 'Menge', price: 'Einzelpreis', discount: 'Rabatt %', tax: 'USt. %', amount: 'Betrag' },
});

/** The columns of an order. Lots and dates come with the goods: they are asked for at the receipt. */
export function lineColumns(currency: string): GridColumn[] {
  return [
    { id: 'label', kind: 'item', label: t('item') },
    { id: 'quantity', kind: 'quantity', label: t('quantity'), width: '80px', initial: '1' },
    { id: 'unitPrice', kind: 'money', label: t('price'), width: '100px', hint: (line) => (line.item ? money(line.item.cost, currency, { bare: true }) : '') },
    { id: 'discountPercent', kind: 'percent', label: t('discount'), width: '76px' },
    { id: 'taxRate', kind: 'percent', label: t('tax'), width: '68px', hint: (line) => String(line.item?.taxRate ?? '') },
    {
      id: 'amount',
      kind: 'shown',
      label: t('amount'),
      width: '92px',
      show: (line) => lineAmount(line.cells['quantity'] ?? '', line.cells['unitPrice'] || amountTyped(line.item?.cost, currency), line.cells['discountPercent'] ?? '', digitsOf(currency)) ?? '',
    },
  ];
}
