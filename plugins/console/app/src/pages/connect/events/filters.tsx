import { useAddress } from '../../../data/address';
import { useAnswer } from '../../../data/query';
import { texts } from '../../../i18n/texts';
import { Button } from '../../../parts/controls';

const t = texts({
  en: { type: 'Type or family', all: 'All types', object: 'Id of the object', from: 'From', to: 'To', clear: 'Clear filters' },
  fr: { type: 'Type ou famille', all: 'Tous les types', object: 'Id de l’objet', from: 'Du', to: 'Au', clear: 'Effacer les filtres' },
  de: { type: 'Art oder Familie', all: 'Alle Arten', object: 'Id des Objekts', from: 'Von', to: 'Bis', clear: 'Filter löschen' },
});

/** Type or family, object and period of the events; all in the address. */
export function EventFilters() {
  const address = useAddress();
  const { type, objectId, from, to } = address.query;
  const catalogue = useAnswer('listEventTypes', { query: { limit: '500' } });
  const types = catalogue.data ?? [];
  const families = [...new Set(types.map((one) => one.family))].sort();
  const set = (name: string) => (event: { currentTarget: { value: string } }) => address.set({ [name]: event.currentTarget.value.trim() || undefined }, true);
  return (
    <div class="filters">
      <select class="add-filter" aria-label={t('type')} value={type ?? ''} onChange={set('type')}>
        <option value="">{t('all')}</option>
        {type && !families.includes(type.slice(0, -2)) && !types.some((one) => one.type === type) && <option value={type}>{type}</option>}
        {families.map((family) => (
          <optgroup key={family} label={family}>
            <option value={`${family}.*`}>{family}.*</option>
            {types
              .filter((one) => one.family === family)
              .map((one) => (
                <option key={one.type} value={one.type}>
                  {one.type}
                </option>
              ))}
          </optgroup>
        ))}
      </select>
      <input class="search" data-key="/" aria-label={t('object')} placeholder={t('object')} value={objectId ?? ''} onChange={set('objectId')} />
      <span class="chip">
        <label>
          {t('from')}
          <input type="date" value={from?.slice(0, 10) ?? ''} onChange={set('from')} />
        </label>
      </span>
      <span class="chip">
        <label>
          {t('to')}
          <input type="date" value={to?.slice(0, 10) ?? ''} onChange={set('to')} />
        </label>
      </span>
      {(type || objectId || from || to) && (
        <Button kind="quiet" onClick={() => address.set({ type: undefined, objectId: undefined, from: undefined, to: undefined }, true)}>
          {t('clear')}
        </Button>
      )}
    </div>
  );
}
