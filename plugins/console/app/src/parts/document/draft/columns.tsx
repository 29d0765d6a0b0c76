import { company } from '../../../data/company';
import { texts } from '../../../i18n/texts';
import { digitsOf, majorText, money, quantity } from '../../../money/format';
import { lineAmount, typedText } from '../../grid/amounts';
import type { GridColumn, Line } from '../../grid/grid';

const t = texts({
  en: { item: 'Item or text', quantity: 'Quantity', price: 'Unit price', discount: 'Discount %', tax: 'Tax %', lot: 'Lot', amount: 'Amount' },
  fr: { item: 'Article ou texte', quantity: 'Quantité', price: 'Prix unitaire', discount: 'Remise %', tax: 'TVA %', lot: 'Lot', amount: 'Montant' },
  de: { item: 'Artikel oder Text', quantity: 'Menge', price: 'Einzelpreis', discount: 'Rabatt %', tax: 'USt. %', lot: 'Charge', amount: 'Betrag' },
});

/** Price of the catalogue, in the digits a person would type. */
function listPrice(line: Line): string {
  const price = line.item?.price;
  return price === null || price === undefined ? '' : typedText(majorText(price, line.item!.currency));
}

interface Answered {
  currency: string;
  /** Amounts that the service has answered for the lines as they are, by the key of the line; else none. */
  amounts: ReadonlyMap<number, number>;
}

/** The columns of sales and quotes. Amounts are the service's; until it has answered, what they will be about. */
export function saleColumns({ currency, amounts }: Answered, lines: readonly Line[] = []): GridColumn[] {
  const amount = (line: Line) => {
    const told = amounts.get(line.key);
    if (told !== undefined) {
      return money(told, currency, { bare: true });
    }
    const own = lineAmount(line.cells['quantity'] ?? '', line.cells['unitPrice'] || listPrice(line), line.cells['discountPercent'] ?? '', digitsOf(currency));
    return own && <span class="was">{typedText(own)}</span>;
  };
  const lot: GridColumn = { id: 'lotNumber', kind: 'text', label: t('lot'), width: '88px', off: (line) => !line.item?.trackLots };
  return [
    { id: 'label', kind: 'item', label: t('item'), heads: ['item', 'article', 'artikel', 'sku', 'barcode', 'code', 'label', 'désignation', 'bezeichnung', 'produit', 'product', 'description'] },
    { id: 'quantity', kind: 'quantity', label: t('quantity'), width: '88px', initial: '1', heads: ['qty', 'qté', 'menge', 'quantité', 'quantity', 'anzahl'] },
    { id: 'unitPrice', kind: 'money', label: t('price'), width: '112px', hint: listPrice, heads: ['price', 'prix', 'preis', 'pu', 'unit price', 'einzelpreis'] },
    { id: 'discountPercent', kind: 'percent', label: t('discount'), width: '88px', heads: ['discount', 'remise', 'rabatt'] },
    {
      id: 'taxRate', kind: 'percent', label: t('tax'), width: '72px', heads: ['tax', 'tva', 'vat', 'ust', 'mwst'],
      hint: (line) => quantity(line.item?.taxRate ?? company.value?.defaultTaxRate),
    },
    ...(lines.some((line) => line.item?.trackLots) ? [lot] : []),
    { id: 'amount', kind: 'shown', label: t('amount'), width: '96px', show: amount },
  ];
}
