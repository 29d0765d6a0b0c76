import { useAnswer } from '../../../data/query';
import { placed } from '../../../data/place';
import { dateText } from '../../../i18n/dates';
import { fieldName } from '../../../i18n/names';
import { texts } from '../../../i18n/texts';
import { quantity } from '../../../money/format';
import { Money, Section } from '../../../parts/controls';
import { Shown } from '../../../parts/states';
import type { Item } from './facts';

const t = texts({
  en: { stock: 'Stock by place', all: 'Levels', none: 'It is at no place.', place: 'Place', lot: 'Lot {number}', expires: 'until {date}' },
  fr: { stock: 'Stock par lieu', all: 'Niveaux', none: 'Il n’y en a nulle part.', place: 'Lieu', lot: 'Lot {number}', expires: 'jusqu’au {date}' },
  de: { stock: 'Bestand nach Lager', all: 'Bestände', none: 'Er liegt an keinem Lager.', place: 'Lager', lot: 'Charge {number}', expires: 'bis {date}' },
});

/** How much of an item lies where, with its lots. */
export function StockByPlace({ item }: { item: Item }) {
  const read = useAnswer('listStock', { query: { itemId: item.id, limit: '100', ...(item.trackLots ? { include: 'lots' } : {}) } });
  return (
    <Section title={t('stock')} acts={<a href={placed(`/stock?itemId=${item.id}`)}>{t('all')}</a>}>
      <Shown read={read}>
        {(rows) =>
          rows.length === 0 ? (
            <p class="small">{t('none')}</p>
          ) : (
            <div class="scroll" tabIndex={0} role="region" aria-label={t('stock')}>
              <table>
                <thead>
                  <tr>
                    <th scope="col">{t('place')}</th>
                    <th scope="col" class="right">{fieldName('quantity')}</th>
                    <th scope="col" class="right">{fieldName('reserved')}</th>
                    <th scope="col" class="right">{fieldName('available')}</th>
                    <th scope="col" class="right">{fieldName('value')}</th>
                  </tr>
                </thead>
                <tbody>
                  {rows.map((row) => (
                    <tr key={row.locationId}>
                      <td>
                        {row.locationName}
                        {(row.lots ?? []).map((lot) => (
                          <div key={lot.lotNumber} class="small">
                            {t('lot', { number: lot.lotNumber })}: {quantity(lot.quantity)} {lot.expiresOn && t('expires', { date: dateText(lot.expiresOn) })}
                          </div>
                        ))}
                      </td>
                      <td class="right">{quantity(row.quantity)}</td>
                      <td class="right">{quantity(row.reserved)}</td>
                      <td class="right">{quantity(row.available)}</td>
                      <td class="right">
                        <Money minor={row.value} currency={row.currency} />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )
        }
      </Shown>
    </Section>
  );
}
