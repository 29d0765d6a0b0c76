import type { ComponentChildren } from 'preact';
import { company } from '../../data/company';
import { texts } from '../../i18n/texts';
import { percent } from '../../money/format';
import { Money } from '../controls';
import './document.css';

const t = texts({
  en: { totals: 'Totals', subtotal: 'Net', discount: 'Discounts included', tax: 'Tax {category} {rate} on', total: 'Total', base: 'In {currency}', paid: 'Paid', refunded: 'Refunded', credited: 'Credited', balance: 'Balance due' },
  fr: { totals: 'Totaux', subtotal: 'Total HT', discount: 'Dont remises', tax: 'TVA {category} {rate} sur', total: 'Total TTC', base: 'En {currency}', paid: 'Payé', refunded: 'Remboursé', credited: 'Avoirs', balance: 'Reste à payer' },
  de: { totals: 'Summen', subtotal: 'Netto', discount: 'Darin Rabatte', tax: 'USt. {category} {rate} auf', total: 'Gesamt', base: 'In {currency}', paid: 'Bezahlt', refunded: 'Erstattet', credited: 'Gutgeschrieben', balance: 'Offener Betrag' },
});

export interface Summed {
  currency: string;
  subtotal: number;
  discountTotal?: number;
  taxTotal: number;
  total: number;
  totalBase?: number;
  taxes: readonly { taxCategory: string; taxRate: number; net: number; tax: number }[];
  paid?: number;
  refunded?: number;
  credited?: number;
  balance?: number;
}

/** The sums of a document as the service has them: net, tax by category and rate, total, and what is left to pay. */
export function Totals({ of: document }: { of: Summed }) {
  const { currency } = document;
  const row = (name: ComponentChildren, minor: number | undefined, strong = false) => (
    <tr class={strong ? 'strong' : ''}>
      <th scope="row">{name}</th>
      <td>
        <Money minor={minor} currency={currency} />
      </td>
    </tr>
  );
  const others: [string, number | undefined][] = [[t('paid'), document.paid], [t('refunded'), document.refunded], [t('credited'), document.credited]];
  const base = company.value?.currency;
  return (
    <table class="totals" aria-label={t('totals')}>
      <tbody>
        {row(t('subtotal'), document.subtotal)}
        {Boolean(document.discountTotal) && row(t('discount'), document.discountTotal)}
        {document.taxes.map((tax) =>
          row(
            <>
              {t('tax', { category: tax.taxCategory, rate: percent(tax.taxRate) })} <Money minor={tax.net} currency={currency} />
            </>,
            tax.tax,
          ),
        )}
        {row(t('total'), document.total, true)}
        {base && base !== currency && document.totalBase !== undefined && (
          <tr>
            <th scope="row">{t('base', { currency: base })}</th>
            <td>
              <Money minor={document.totalBase} currency={base} />
            </td>
          </tr>
        )}
        {others.filter(([, minor]) => Boolean(minor)).map(([name, minor]) => row(name, minor))}
        {document.balance !== undefined && row(t('balance'), document.balance, true)}
      </tbody>
    </table>
  );
}
