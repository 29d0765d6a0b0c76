import { useAddress } from '../../../data/address';
import type { Row } from '../../../data/call';
import { may } from '../../../data/company';
import { placed } from '../../../data/place';
import { changed, useAnswer } from '../../../data/query';
import { today } from '../../../i18n/dates';
import { texts } from '../../../i18n/texts';
import { quantity } from '../../../money/format';
import { AdjustForm } from '../../../parts/adjust-stock';
import { Button } from '../../../parts/controls';
import { SidePanel } from '../../../parts/dialog';
import { List } from '../../../parts/list/list';
import { Page } from '../../../shell/page';
import { LevelPanel } from './panel';

const t = texts({
  en: { title: 'Levels', adjust: 'Adjust stock', at: 'As of', place: 'Place', all: 'All places', past: 'The stock as it was on that day; reservations and thresholds are those of today.', now: 'Back to today', about: 'What lies where, with its value. Stock comes with purchases and counts and goes with deliveries.', item: 'Item', low: 'low' },
  fr: { title: 'Niveaux', adjust: 'Ajuster le stock', at: 'En date du', place: 'Lieu', all: 'Tous les lieux', past: 'Le stock tel qu’il était ce jour-là ; réservations et seuils sont ceux d’aujourd’hui.', now: 'Revenir à aujourd’hui', about: 'Ce qui se trouve où, avec sa valeur. Le stock entre par les achats et inventaires et sort par les livraisons.', item: 'Article', low: 'bas' },
  de: { title: 'Bestände', adjust: 'Bestand korrigieren', at: 'Stand vom', place: 'Lager', all: 'Alle Lager', past: 'Der Bestand, wie er an diesem Tag war; Reservierungen und Mindestbestände sind die von heute.', now: 'Zurück zu heute', about: 'Was wo liegt, mit seinem Wert. Bestand kommt durch Einkäufe und Inventuren und geht durch Lieferungen.', item: 'Artikel', low: 'knapp' },
});

type Level = Row<'listStock'>;

/** One row for each item at each place. */
const idOf = (level: Level) => `${level.itemId}.${level.locationId}`;

/** The place and the day whose stock is shown. */
function Which() {
  const { query, set } = useAddress();
  const places = useAnswer('listLocations', { query: { limit: '500' } }).data ?? [];
  return (
    <div class="filters">
      <label class="chip">
        {t('place')}
        <select value={query['locationId'] ?? ''} onChange={(event) => set({ locationId: event.currentTarget.value || undefined })}>
          <option value="">{t('all')}</option>
          {places.map((place) => (
            <option key={place.id} value={place.id}>
              {place.name}
            </option>
          ))}
        </select>
      </label>
      <label class="chip">
        {t('at')}
        <input type="date" max={today()} value={query['at'] ?? ''} onChange={(event) => set({ at: event.currentTarget.value || undefined })} />
      </label>
      {query['at'] && (
        <>
          <span role="status">{t('past')}</span>
          <Button kind="quiet" onClick={() => set({ at: undefined })}>
            {t('now')}
          </Button>
        </>
      )}
    </div>
  );
}

export default function Levels() {
  const address = useAddress();
  const close = () => address.set({ adjust: undefined, item: undefined, place: undefined });
  return (
    <Page title={t('title')} acts={may('createStockAdjustment') && <Button onClick={() => address.set({ adjust: '1', open: undefined })}>{t('adjust')}</Button>}>
      <Which />
      <List
        operation="listStock"
        title={t('title')}
        fixed={{ include: 'lots', at: address.query['at'] ?? '', locationId: address.query['locationId'] ?? '' }}
        idOf={idOf}
        columns={[
          { field: 'itemName', label: t('item'), width: 220, text: (level) => level.itemName, show: (level) => <a href={placed(`/items/${level.itemId}`)} onClick={(event) => event.stopPropagation()}>{level.itemName}</a> },
          { field: 'locationName', label: t('place'), width: 130 },
          { field: 'quantity', width: 110, text: (level) => quantity(level.quantity), show: (level) => <>{level.low && <span class="badge warn">{t('low')}</span>} {quantity(level.quantity)}</> },
          { field: 'reserved', width: 90 },
          { field: 'available', width: 90 },
          { field: 'alertThreshold', width: 90 },
          { field: 'sku', width: 110 },
          { field: 'averageCost', width: 110 },
          { field: 'value', width: 120 },
        ]}
        panel={(_, closePanel, level) => level && <LevelPanel level={level} close={closePanel} />}
        side={
          address.query['adjust'] &&
          may('createStockAdjustment') && (
            <SidePanel title={t('adjust')} close={close}>
              <AdjustForm
                itemId={address.query['item']}
                locationId={address.query['place'] ?? address.query['locationId']}
                done={() => {
                  void changed('listStock', 'listStockMovements', 'listItems', 'getItem');
                  close();
                }}
              />
            </SidePanel>
          )
        }
        about={t('about')}
      />
    </Page>
  );
}
