import { useAnswer } from '../../../data/query';
import { texts } from '../../../i18n/texts';

const t = texts({
  en: { title: 'Business units', all: 'None chosen: all units, also later ones.' },
  fr: { title: 'Établissements', all: 'Aucun choisi : tous les établissements, aussi les futurs.' },
  de: { title: 'Standorte', all: 'Keiner gewählt: alle Standorte, auch spätere.' },
});

/** Limits a member to some units; nothing chosen means all of them. */
export function UnitsChoice({ value, set }: { value: string[]; set: (ids: string[]) => void }) {
  const units = useAnswer('listBusinessUnits', { query: { limit: '500' } });
  return (
    <fieldset>
      <legend>{t('title')}</legend>
      {(units.data ?? []).map((unit) => (
        <label key={unit.id} class="check">
          <input type="checkbox" checked={value.includes(unit.id)} onChange={(event) => set(event.currentTarget.checked ? [...value, unit.id] : value.filter((one) => one !== unit.id))} />
          {unit.name}
        </label>
      ))}
      <p class="help">{t('all')}</p>
    </fieldset>
  );
}
