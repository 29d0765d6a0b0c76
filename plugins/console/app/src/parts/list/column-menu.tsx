import { prefer, preferences } from '../../data/preferences';
import { fieldName } from '../../i18n/names';
import { texts } from '../../i18n/texts';
import { Button } from '../controls';

const t = texts({
  en: { columns: 'Columns', reset: 'As at first', left: 'Move {name} to the left' },
  fr: { columns: 'Colonnes', reset: 'Comme au début', left: 'Déplacer {name} vers la gauche' },
  de: { columns: 'Spalten', reset: 'Wie zu Beginn', left: '{name} nach links' },
});

/** Which columns a list shows, and in which order: for this person only. */
export function ColumnMenu({ list, all, shown }: { list: string; all: readonly string[]; shown: readonly string[] }) {
  const keep = (columns: string[] | undefined) => {
    const { [list]: _, ...others } = preferences.value.columns ?? {};
    prefer({ columns: columns ? { ...others, [list]: columns } : others });
  };
  const toggle = (name: string) => keep(shown.includes(name) ? shown.filter((one) => one !== name) : [...shown, name]);
  const moveLeft = (index: number) => {
    const moved = [...shown];
    [moved[index - 1], moved[index]] = [moved[index]!, moved[index - 1]!];
    keep(moved);
  };
  return (
    <details class="menu">
      <summary>{t('columns')}</summary>
      <div>
        {[...shown, ...all.filter((name) => !shown.includes(name))].map((name) => (
          <span key={name} class="acts">
            <label>
              <input type="checkbox" checked={shown.includes(name)} disabled={shown.length === 1 && shown[0] === name} onChange={() => toggle(name)} /> {fieldName(name)}
            </label>
            {shown.indexOf(name) > 0 && (
              <Button kind="quiet" aria-label={t('left', { name: fieldName(name) })} onClick={() => moveLeft(shown.indexOf(name))}>
                ←
              </Button>
            )}
          </span>
        ))}
        <Button kind="quiet" onClick={() => keep(undefined)}>
          {t('reset')}
        </Button>
      </div>
    </details>
  );
}
