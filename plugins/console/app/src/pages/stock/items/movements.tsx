import { placed } from '../../../data/place';
import { useAnswer } from '../../../data/query';
import { instantText } from '../../../i18n/dates';
import { fieldName, word } from '../../../i18n/names';
import { texts } from '../../../i18n/texts';
import { quantity } from '../../../money/format';
import { Money } from '../../../parts/controls';
import { DocumentLink } from '../../../parts/document-link';
import { PlaceName } from '../../../parts/record-names';
import { Shown } from '../../../parts/states';
import type { Item } from './facts';

const t = texts({
  en: { movements: 'Movements', all: 'All movements', none: 'Nothing has moved yet.', place: 'Place', after: 'Then' },
  fr: { movements: 'Mouvements', all: 'Tous les mouvements', none: 'Rien n’a encore bougé.', place: 'Lieu', after: 'Ensuite' },
  de: { movements: 'Bewegungen', all: 'Alle Bewegungen', none: 'Noch hat sich nichts bewegt.', place: 'Lager', after: 'Danach' },
});

/** The newest movements of an item. */
export function Movements({ item }: { item: Item }) {
  const read = useAnswer('listStockMovements', { query: { itemId: item.id, limit: '50' } });
  return (
    <Shown read={read} rows={6}>
      {(rows) =>
        rows.length === 0 ? (
          <p>{t('none')}</p>
        ) : (
          <>
            <div class="scroll" tabIndex={0} role="region" aria-label={t('movements')}>
              <table>
                <thead>
                  <tr>
                    <th scope="col">{fieldName('at')}</th>
                    <th scope="col">{fieldName('reason')}</th>
                    <th scope="col">{t('place')}</th>
                    <th scope="col">{fieldName('note')}</th>
                    <th scope="col" class="right">{fieldName('quantity')}</th>
                    <th scope="col" class="right">{t('after')}</th>
                    <th scope="col" class="right">{fieldName('value')}</th>
                  </tr>
                </thead>
                <tbody>
                  {rows.map((one) => (
                    <tr key={one.id}>
                      <td>{instantText(one.at)}</td>
                      <td>
                        <DocumentLink id={one.documentId} label={word(one.reason)} />
                      </td>
                      <td>
                        <PlaceName id={one.locationId} />
                      </td>
                      <td>{[one.lotNumber, one.note].filter(Boolean).join(' · ')}</td>
                      <td class="right">{quantity(one.quantity)}</td>
                      <td class="right">{quantity(one.quantityAfter)}</td>
                      <td class="right">
                        <Money minor={one.value} currency={item.currency} />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
            <a href={placed(`/stock/movements?itemId=${item.id}`)}>{t('all')}</a>
          </>
        )
      }
    </Shown>
  );
}
