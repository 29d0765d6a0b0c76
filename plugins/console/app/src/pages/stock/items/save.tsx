import { useEffect, useState } from 'preact/hooks';
import { call, newKey, type Body } from '../../../data/call';
import { asProblem } from '../../../data/problem';
import { changed } from '../../../data/query';
import { sentence } from '../../../i18n/names';
import { texts } from '../../../i18n/texts';
import { Button } from '../../../parts/controls';
import { notify } from '../../../parts/notices';
import { bodyOfEdits, countOf, fits, type Cell, type Edits } from './edits';

const t = texts({
  en: { save: { one: 'Save {n} change', other: 'Save {n} changes' }, saving: 'Saving…', discard: 'Discard', wrong: 'One of the texts is no number, or could be read in two ways.', saved: { one: '{n} change is saved.', other: '{n} changes are saved.' }, failed: { one: '{n} item was not saved:', other: '{n} items were not saved:' } },
  fr: { save: { one: 'Enregistrer {n} modification', other: 'Enregistrer {n} modifications' }, saving: 'Enregistrement…', discard: 'Abandonner', wrong: 'Un des textes n’est pas un nombre, ou pourrait être lu de deux façons.', saved: { one: '{n} modification enregistrée.', other: '{n} modifications enregistrées.' }, failed: { one: '{n} article n’a pas été enregistré :', other: '{n} articles n’ont pas été enregistrés :' } },
  de: { save: { one: '{n} Änderung speichern', other: '{n} Änderungen speichern' }, saving: 'Wird gespeichert…', discard: 'Verwerfen', wrong: 'Einer der Texte ist keine Zahl oder könnte auf zwei Arten gelesen werden.', saved: { one: '{n} Änderung gespeichert.', other: '{n} Änderungen gespeichert.' }, failed: { one: '{n} Artikel wurde nicht gespeichert:', other: '{n} Artikel wurden nicht gespeichert:' } },
});

interface Props {
  edits: Edits;
  set: (edits: Edits) => void;
  nameOf: (id: string) => string;
}

/** Requests that run at the same time. */
const AtOnce = 4;

/** Keeps the key of an item's change until it was done, so that trying again does it once. */
const keys = new Map<string, string>();

function keyOf(id: string, own: object): string {
  const change = `${id} ${JSON.stringify(own)}`;
  const key = keys.get(change) ?? newKey();
  keys.set(change, key);
  return key;
}

/** Sends one change for each item; answers why some were refused. */
async function saveAll(edits: Edits): Promise<Record<string, string>> {
  const queue = Object.entries(edits);
  const failed: Record<string, string> = {};
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [id, own] = next;
      try {
        await call('updateItem', { path: { itemId: id }, body: bodyOfEdits(own) as unknown as Body<'updateItem'>, key: keyOf(id, own) });
      } catch (error) {
        failed[id] = sentence(asProblem(error));
      }
    }
  };
  await Promise.all(Array.from({ length: AtOnce }, worker));
  return failed;
}

/** What was typed over in the list, and the one button that saves it. Items that were refused stay typed over. */
export function SaveBar({ edits, set, nameOf }: Props) {
  const [saving, setSaving] = useState(false);
  const [failed, setFailed] = useState<Record<string, string>>({});
  const count = countOf(edits);
  const wrong = Object.values(edits).some((own) => Object.entries(own).some(([cell, text]) => !fits(cell as Cell, text)));
  const save = async () => {
    if (saving || wrong || count === 0) {
      return;
    }
    setSaving(true);
    const refused = await saveAll(edits);
    const left = Object.fromEntries(Object.entries(edits).filter(([id]) => id in refused));
    await changed('listItems', 'getItem', 'readHistory');
    set(left);
    setFailed(refused);
    setSaving(false);
    if (count > countOf(left)) {
      notify(t('saved', { n: count - countOf(left) }));
    }
  };
  useEffect(() => {
    const keyed = (event: KeyboardEvent) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && event.target instanceof HTMLInputElement && event.target.dataset['cell']) {
        event.preventDefault();
        void save();
      }
    };
    const leaving = (event: BeforeUnloadEvent) => count > 0 && event.preventDefault();
    addEventListener('keydown', keyed);
    addEventListener('beforeunload', leaving);
    return () => {
      removeEventListener('keydown', keyed);
      removeEventListener('beforeunload', leaving);
    };
  });
  if (count === 0) {
    return null;
  }
  const problems = Object.entries(failed).filter(([id]) => id in edits);
  return (
    <div class="bulk">
      <Button kind="primary" disabled={saving || wrong} onClick={save}>
        {saving ? t('saving') : t('save', { n: count })}
      </Button>
      <Button
        onClick={() => {
          set({});
          setFailed({});
        }}
      >
        {t('discard')}
      </Button>
      {wrong && <span class="wrong">{t('wrong')}</span>}
      {problems.length > 0 && (
        <div role="alert">
          {t('failed', { n: problems.length })}
          <ul>
            {problems.map(([id, why]) => (
              <li key={id}>
                {nameOf(id)}: {why}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
