import { placed } from '../../../data/place';
import { useAnswer } from '../../../data/query';
import { texts } from '../../../i18n/texts';
import { percent, quantity } from '../../../money/format';
import { Money, Section } from '../../../parts/controls';
import type { Item } from './facts';

const t = texts({
  en: { lists: 'Prices in price lists', list: 'Price list', price: 'Price', from: 'From quantity', discount: '{percent} less' },
  fr: { lists: 'Prix dans les tarifs', list: 'Tarif', price: 'Prix', from: 'À partir de', discount: 'remise de {percent}' },
  de: { lists: 'Preise in Preislisten', list: 'Preisliste', price: 'Preis', from: 'Ab Menge', discount: '{percent} weniger' },
});

/** What the price lists make of the price of an item. */
export function ListPrices({ item }: { item: Item }) {
  const lists = useAnswer('listPriceLists', { query: { limit: '500' } }).data ?? [];
  const rows = lists.flatMap((list) => {
    const own = list.entries.filter((one) => one.itemId === item.id);
    const discounted = list.discountPercent === null ? [] : [null];
    return (own.length > 0 ? own : discounted).map((price) => ({ list, price }));
  });
  if (rows.length === 0) {
    return null;
  }
  return (
    <Section title={t('lists')}>
      <div class="scroll" tabIndex={0} role="region" aria-label={t('lists')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('list')}</th>
              <th scope="col" class="right">{t('from')}</th>
              <th scope="col" class="right">{t('price')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ list, price }) => (
              <tr key={`${list.id} ${price?.fromQuantity ?? ''}`}>
                <td>
                  <a href={placed(`/items?tab=prices&open=${list.id}`)}>{list.name}</a>
                </td>
                <td class="right">{quantity(price?.fromQuantity)}</td>
                <td class="right">{price ? <Money minor={price.price} currency={list.currency} /> : t('discount', { percent: percent(list.discountPercent) })}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}
