import { useState } from 'preact/hooks';
import { call, newKey, type Body } from '../../../data/call';
import { asProblem, type Problem } from '../../../data/problem';
import { changed } from '../../../data/query';
import { fieldName } from '../../../i18n/names';
import { texts } from '../../../i18n/texts';
import type { Category } from '../../../parts/categories';
import { Button } from '../../../parts/controls';
import { SidePanel } from '../../../parts/dialog';
import { notify } from '../../../parts/notices';
import { Failure, Uncertain } from '../../../parts/states';

const t = texts({
  en: { title: 'Categories', about: 'What money is spent on and comes from. The key stands in movements and does not change.', in: 'In', out: 'Out', both: 'Both', add: 'Add a category', remove: 'Remove {name}', save: 'Save the categories', saving: 'Saving…', saved: 'The categories are saved.' },
  fr: { title: 'Catégories', about: 'À quoi l’argent est dépensé et d’où il vient. La clé figure dans les mouvements et ne change pas.', in: 'Entrée', out: 'Sortie', both: 'Les deux', add: 'Ajouter une catégorie', remove: 'Retirer {name}', save: 'Enregistrer les catégories', saving: 'Enregistrement…', saved: 'Les catégories sont enregistrées.' },
  de: { title: 'Kategorien', about: 'Wofür Geld ausgegeben wird und woher es kommt. Der Schlüssel steht in Bewegungen und ändert sich nicht.', in: 'Eingang', out: 'Ausgang', both: 'Beides', add: 'Kategorie hinzufügen', remove: '{name} entfernen', save: 'Kategorien speichern', saving: 'Wird gespeichert…', saved: 'Die Kategorien sind gespeichert.' },
});

interface Row extends Omit<Category, 'accounts'> {
  accounts: Category['accounts'] | null;
  fresh: boolean;
}

/** All categories at once: the service replaces them as a whole. */
export function Categories({ categories, close }: { categories: readonly Category[]; close: () => void }) {
  const [rows, setRows] = useState<Row[]>(() => categories.map((one) => ({ ...one, fresh: false })));
  const [saving, setSaving] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [key, setKey] = useState(newKey);
  const change = (index: number, to: Partial<Row>) => setRows(rows.map((one, other) => (other === index ? { ...one, ...to } : one)));
  const save = async () => {
    setSaving(true);
    setProblem(null);
    try {
      const body = { categories: rows.map(({ fresh: _, ...one }) => one) } as unknown as Body<'replaceTransactionCategories'>;
      await call('replaceTransactionCategories', { body, key });
      void changed('listTransactionCategories', 'listBudgets');
      notify(t('saved'));
      close();
    } catch (error) {
      const found = asProblem(error);
      setProblem(found);
      setKey(found.uncertain ? key : newKey());
    }
    setSaving(false);
  };
  return (
    <SidePanel title={t('title')} close={close}>
      <p class="small">{t('about')}</p>
      {rows.map((row, index) => (
        <div key={index} class="category-row">
          <label class="field">
            {fieldName('key')}
            <input value={row.key} disabled={!row.fresh} onInput={(event) => change(index, { key: event.currentTarget.value.trim() })} />
          </label>
          <label class="field">
            {fieldName('label')}
            <input value={row.label} onInput={(event) => change(index, { label: event.currentTarget.value })} />
          </label>
          <label class="field">
            {fieldName('direction')}
            <select value={row.direction} onChange={(event) => change(index, { direction: event.currentTarget.value as Row['direction'] })}>
              <option value="in">{t('in')}</option>
              <option value="out">{t('out')}</option>
              <option value="both">{t('both')}</option>
            </select>
          </label>
          <Button kind="quiet" aria-label={t('remove', { name: row.label || row.key })} onClick={() => setRows(rows.filter((_, other) => other !== index))}>
            ✕
          </Button>
        </div>
      ))}
      <div>
        <Button onClick={() => setRows([...rows, { key: '', label: '', direction: 'out', accounts: null, fresh: true }])}>{t('add')}</Button>
      </div>
      {problem?.uncertain && <Uncertain again={() => void save()} />}
      {problem && !problem.uncertain && <Failure problem={problem} />}
      <footer class="form-foot">
        <Button kind="primary" disabled={saving} onClick={() => void save()}>
          {saving ? t('saving') : t('save')}
        </Button>
      </footer>
    </SidePanel>
  );
}
