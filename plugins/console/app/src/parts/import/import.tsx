import { useState } from 'preact/hooks';
import { call, newKey, type Answer, type Request } from '../../data/call';
import { bodySchema } from '../../data/contract';
import { asProblem, type Problem } from '../../data/problem';
import { texts } from '../../i18n/texts';
import { Button } from '../controls';
import { Dialog } from '../dialog';
import { notify } from '../notices';
import { Failure, Uncertain } from '../states';
import { guessed, importFields } from './fields';
import { Mapping } from './mapping';
import { Outcome } from './outcome';
import { renamed, sampleOf, unmarked, type Sample } from './table';

const t = texts({
  en: { partners: 'Import partners', items: 'Import items', choose: 'A CSV file with one record a line and the names of the columns in the first line', checking: 'Checking…', check: 'Check', run: { one: 'Import {n} row', other: 'Import {n} rows' }, running: 'Importing…', done: '{created} created, {updated} updated.', needed: 'Choose the column that holds the name.', empty: 'The file has no rows.' },
  fr: { partners: 'Importer des tiers', items: 'Importer des articles', choose: 'Un fichier CSV avec une fiche par ligne et le nom des colonnes sur la première', checking: 'Vérification…', check: 'Vérifier', run: { one: 'Importer {n} ligne', other: 'Importer {n} lignes' }, running: 'Importation…', done: '{created} créés, {updated} mis à jour.', needed: 'Choisissez la colonne qui contient le nom.', empty: 'Le fichier n’a aucune ligne.' },
  de: { partners: 'Partner importieren', items: 'Artikel importieren', choose: 'Eine CSV-Datei mit einem Datensatz je Zeile und den Namen der Spalten in der ersten', checking: 'Wird geprüft…', check: 'Prüfen', run: { one: '{n} Zeile importieren', other: '{n} Zeilen importieren' }, running: 'Wird importiert…', done: '{created} angelegt, {updated} geändert.', needed: 'Wählen Sie die Spalte mit dem Namen.', empty: 'Die Datei hat keine Zeilen.' },
});

const Bodies = { partners: 'createPartner', items: 'createItem' } as const;
export type ImportKind = keyof typeof Bodies;

interface Loaded {
  text: string;
  sample: Sample;
}

/** The text of a file: UTF-8, else the encoding of older programs. */
async function textOf(chosen: File): Promise<string> {
  const bytes = await chosen.arrayBuffer();
  try {
    return unmarked(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Many records out of one CSV file: which column is which field, what would happen line by line, then the import. */
export function ImportDialog({ kind, close, done }: { kind: ImportKind; close: () => void; done: () => void }) {
  const fields = importFields(bodySchema(Bodies[kind]));
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [mapping, setMapping] = useState<string[]>([]);
  const [outcome, setOutcome] = useState<Answer<'importRecords'> | null>(null);
  const [busy, setBusy] = useState<'check' | 'run' | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [key, setKey] = useState(newKey);

  const changeMapping = (next: string[]) => {
    setMapping(next);
    setOutcome(null);
    setProblem(null);
    setKey(newKey());
  };
  const load = async (chosen: File | undefined) => {
    if (chosen) {
      const text = await textOf(chosen);
      const sample = sampleOf(text);
      setLoaded({ text, sample });
      changeMapping(guessed(sample.heads, fields));
    }
  };
  const send = async (dryRun: boolean) => {
    if (!loaded) {
      return;
    }
    setBusy(dryRun ? 'check' : 'run');
    setProblem(null);
    try {
      const body = new Blob([renamed(loaded.text, loaded.sample, mapping)], { type: 'text/csv' });
      const request: Request<'importRecords'> = { path: { kind }, query: { dryRun }, body, key: dryRun ? newKey() : key };
      const answer = await call('importRecords', request);
      if (dryRun) {
        setOutcome(answer);
      } else {
        notify(t('done', { created: answer.created, updated: answer.updated }));
        done();
        close();
      }
    } catch (error) {
      setProblem(asProblem(error));
    } finally {
      setBusy(null);
    }
  };
  const named = mapping.includes('name') || mapping.includes('externalId') || mapping.includes('sku') || mapping.includes('vatNumber');
  const importable = outcome !== null && outcome.errors.length === 0 && loaded !== null;

  return (
    <Dialog title={t(kind)} wide close={close} hold={busy === 'run'}>
      <div class="fields">
        <label class="field">
          {t('choose')}
          <input
            type="file"
            accept=".csv,.tsv,.txt,text/csv"
            onClick={(event) => {
              // The same file, corrected, can be chosen again.
              event.currentTarget.value = '';
            }}
            onChange={(event) => void load(event.currentTarget.files?.[0])}
          />
        </label>
        {loaded && loaded.sample.count === 0 && <p role="alert">{t('empty')}</p>}
        {loaded && loaded.sample.count > 0 && <Mapping sample={loaded.sample} fields={fields} mapping={mapping} set={changeMapping} />}
        {loaded && !named && <p class="wrong">{t('needed')}</p>}
        {loaded && outcome && <Outcome outcome={outcome} text={loaded.text} sample={loaded.sample} />}
        {problem && !problem.uncertain && <Failure problem={problem} />}
        {problem?.uncertain && <Uncertain again={() => void send(!importable)} />}
        {loaded && loaded.sample.count > 0 && (
          <footer>
            <Button disabled={!named || busy !== null} onClick={() => void send(true)}>
              {busy === 'check' ? t('checking') : t('check')}
            </Button>
            <Button kind="primary" disabled={!importable || busy !== null} onClick={() => void send(false)}>
              {busy === 'run' ? t('running') : t('run', { n: loaded.sample.count })}
            </Button>
          </footer>
        )}
      </div>
    </Dialog>
  );
}
