import { useState } from 'preact/hooks';
import { useAddress, withQuery } from '../../data/address';
import { prefer, preferences } from '../../data/preferences';
import { texts } from '../../i18n/texts';
import { Button } from '../controls';
import { Dialog } from '../dialog';

const t = texts({
  en: { save: 'Save view', name: 'Name of the view', remove: 'Remove the view {name}', all: 'All' },
  fr: { save: 'Enregistrer la vue', name: 'Nom de la vue', remove: 'Retirer la vue {name}', all: 'Tout' },
  de: { save: 'Ansicht speichern', name: 'Name der Ansicht', remove: 'Ansicht {name} entfernen', all: 'Alle' },
});

/** Saved views of a list: filters and order under a name, for this person only. */
export function Views({ list, query, names }: { list: string; query: Record<string, string>; names: ReadonlySet<string> }) {
  const address = useAddress();
  const [naming, setNaming] = useState(false);
  const views = preferences.value.views?.[list] ?? [];
  const text = withQuery('', query);
  const keep = (next: typeof views) => prefer({ views: { ...preferences.value.views, [list]: next } });
  const others = Object.fromEntries(Object.entries(address.query).filter(([name]) => !names.has(name) && name !== 'open'));
  return (
    <div class="views">
      {views.length > 0 && (
        <a class={text === '' ? 'tab chosen' : 'tab'} href={withQuery(address.path, others)}>
          {t('all')}
        </a>
      )}
      {views.map((view) => {
        const chosen = withQuery('', view.query) === text;
        return (
          <span key={view.name} class={chosen ? 'tab chosen' : 'tab'}>
            <a href={withQuery(address.path, { ...others, ...view.query })} aria-current={chosen ? 'page' : undefined}>
              {view.name}
            </a>
            {chosen && (
              <Button kind="quiet" aria-label={t('remove', { name: view.name })} onClick={() => keep(views.filter((one) => one !== view))}>
                ✕
              </Button>
            )}
          </span>
        );
      })}
      {text !== '' && !views.some((view) => withQuery('', view.query) === text) && (
        <Button kind="quiet" onClick={() => setNaming(true)}>
          {t('save')}
        </Button>
      )}
      {naming && (
        <Dialog title={t('save')} close={() => setNaming(false)}>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              const name = String(new FormData(event.currentTarget).get('name') ?? '').trim();
              if (name) {
                keep([...views.filter((one) => one.name !== name), { name, query }]);
                setNaming(false);
              }
            }}
          >
            <label class="field">
              {t('name')}
              <input name="name" required maxLength={60} autoFocus />
            </label>
            <footer>
              <Button kind="primary" type="submit">
                {t('save')}
              </Button>
            </footer>
          </form>
        </Dialog>
      )}
    </div>
  );
}
