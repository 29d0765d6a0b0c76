import { placed } from '../../../data/place';
import { useAnswer } from '../../../data/query';
import { fieldName } from '../../../i18n/names';
import { texts } from '../../../i18n/texts';
import { quantity } from '../../../money/format';
import { Money, Section } from '../../../parts/controls';
import type { Item } from './facts';

const t = texts({
  en: { variants: 'Variants', one: 'Variant' },
  fr: { variants: 'Variantes', one: 'Variante' },
  de: { variants: 'Varianten', one: 'Variante' },
});

/** The variants of an item, when it has any. */
export function Variants({ item }: { item: Item }) {
  const read = useAnswer('listItems', item.parentId ? null : { query: { parentId: item.id, limit: '500' } });
  const rows = read.data ?? [];
  if (rows.length === 0) {
    return null;
  }
  return (
    <Section title={t('variants')}>
      <div class="scroll" tabIndex={0} role="region" aria-label={t('variants')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('one')}</th>
              <th scope="col">{fieldName('sku')}</th>
              <th scope="col">{fieldName('attributes')}</th>
              <th scope="col" class="right">{fieldName('price')}</th>
              <th scope="col" class="right">{fieldName('quantity')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((one) => (
              <tr key={one.id}>
                <td>
                  <a href={placed(`/items/${one.id}`)}>{one.name}</a>
                </td>
                <td>{one.sku}</td>
                <td>{Object.values(one.attributes).map(String).join(', ')}</td>
                <td class="right">
                  <Money minor={one.price} currency={one.currency} />
                </td>
                <td class="right">{quantity(one.quantity)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}
