import { useEffect, useRef, useState } from 'preact/hooks';
import { call, newKey, tryOut, type Body, type DryRun } from '../../../data/call';
import { asProblem, type Problem } from '../../../data/problem';
import { dateText } from '../../../i18n/dates';
import { fieldName } from '../../../i18n/names';
import { texts } from '../../../i18n/texts';
import { Button, Facts, Money } from '../../../parts/controls';
import { Dialog } from '../../../parts/dialog';
import { Failure, Loading, Uncertain } from '../../../parts/states';
import { base64, guess, mappingBody, type Mapping } from './csv';
import { MappingForm } from './mapping';
import { Warnings } from './warnings';
import type { Statement } from './work';

const t = texts({
  en: {
    title: 'Import {file}', imported: 'New lines', duplicates: 'Already there', period: 'Period', opening: 'Opening balance', closing: 'Closing balance', lines: 'The first lines', act: { one: 'Import {n} line', other: 'Import {n} lines' }, saving: 'Importing…',
    columns: 'Choose the columns', unbalanced: 'Import although balances and lines do not agree', skipped: 'Left out, because they are of other accounts: {accounts}',
  },
  fr: {
    title: 'Importer {file}', imported: 'Nouvelles lignes', duplicates: 'Déjà présentes', period: 'Période', opening: 'Solde initial', closing: 'Solde final', lines: 'Les premières lignes', act: { one: 'Importer {n} ligne', other: 'Importer {n} lignes' }, saving: 'Importation…',
    columns: 'Choisir les colonnes', unbalanced: 'Importer bien que les soldes et les lignes ne concordent pas', skipped: 'Laissés de côté, car d’autres comptes : {accounts}',
  },
  de: {
    title: '{file} importieren', imported: 'Neue Buchungen', duplicates: 'Schon vorhanden', period: 'Zeitraum', opening: 'Anfangssaldo', closing: 'Endsaldo', lines: 'Die ersten Buchungen', act: { one: '{n} Buchung importieren', other: '{n} Buchungen importieren' }, saving: 'Wird importiert…',
    columns: 'Spalten wählen', unbalanced: 'Importieren, obwohl Salden und Buchungen nicht übereinstimmen', skipped: 'Ausgelassen, weil von anderen Konten: {accounts}',
  },
});

/** How long after a change of the mapping the file is read again, in milliseconds. */
const Pause = 400;
const Sample = 8;

type Tried = DryRun<Statement>;

interface Props {
  walletId: string;
  file: File;
  close: () => void;
  done: (statement: Statement) => void;
}

/** What a file would bring, as the service reads it, before anything is imported. */
export function Import({ walletId, file, close, done }: Props) {
  const [bytes, setBytes] = useState<Uint8Array | null>(null);
  const [mapping, setMapping] = useState<Mapping | null>(null);
  const [unbalanced, setUnbalanced] = useState(false);
  const [tried, setTried] = useState<Tried | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [saving, setSaving] = useState(false);
  const key = useRef(newKey());
  const text = bytes ? new TextDecoder(mapping?.encoding === 'CP850' ? 'utf-8' : (mapping?.encoding ?? 'utf-8')).decode(bytes) : '';
  const table = bytes !== null && !text.trimStart().startsWith('<') && /\.(csv|txt|tsv)$/i.test(file.name);

  useEffect(() => {
    void file.arrayBuffer().then((content) => setBytes(new Uint8Array(content)));
  }, [file]);

  const body = (): Body<'importStatement'> =>
    ({
      fileName: file.name,
      encoding: 'base64',
      content: base64(bytes!),
      ...(unbalanced ? { acceptUnbalanced: true } : {}),
      ...(mapping ? { format: 'csv', csv: mappingBody(mapping) } : {}),
    }) as unknown as Body<'importStatement'>;

  useEffect(() => {
    if (!bytes) {
      return undefined;
    }
    let old = false;
    const timer = setTimeout(
      () =>
        tryOut('importStatement', { path: { walletId }, body: body() }).then(
          (answer) => !old && (setTried(answer), setProblem(null)),
          (error: unknown) => !old && (setTried(null), setProblem(asProblem(error))),
        ),
      mapping ? Pause : 0,
    );
    return () => {
      old = true;
      clearTimeout(timer);
    };
  }, [bytes, mapping, unbalanced]);

  useEffect(() => {
    if (tried && !mapping) {
      document.querySelector<HTMLElement>('dialog[open] footer .primary')?.focus();
    }
  }, [tried]);

  const save = async () => {
    setSaving(true);
    try {
      done(await call('importStatement', { path: { walletId }, body: body(), key: key.current }));
    } catch (error) {
      const found = asProblem(error);
      setProblem(found);
      key.current = found.uncertain ? key.current : newKey();
      setSaving(false);
    }
  };

  return (
    <Dialog title={t('title', { file: file.name })} close={close} wide>
      <div class="import">
        {!tried && !problem && <Loading rows={6} />}
        {problem?.uncertain && <Uncertain again={() => void save()} />}
        {problem && !problem.uncertain && <Failure problem={problem} />}
        {(problem?.code === 'statement-unbalanced' || unbalanced) && (
          <label class="field flag">
            {t('unbalanced')}
            <input type="checkbox" checked={unbalanced} onChange={(event) => setUnbalanced(event.currentTarget.checked)} />
          </label>
        )}
        {tried && <Preview tried={tried} />}
        {table && !mapping && <Button onClick={() => setMapping(guess(text))}>{t('columns')}</Button>}
        {table && mapping && <MappingForm text={text} mapping={mapping} set={setMapping} />}
        <footer>
          <Button kind="primary" disabled={!tried || saving} onClick={() => void save()}>
            {saving ? t('saving') : t('act', { n: tried?.result.imported ?? 0 })}
          </Button>
        </footer>
      </div>
    </Dialog>
  );
}

interface EventLine {
  id: string;
  amount: { amount: number; currency: string };
  bookedAt: string;
  label: string;
  counterparty?: { name: string | null };
}

function Preview({ tried }: { tried: Tried }) {
  const { result } = tried;
  const balance = (minor: number | null) => (minor === null ? '' : <Money minor={minor} currency={result.currency} />);
  const lines = tried.events.slice(0, Sample).map((event) => event.data as unknown as EventLine);
  return (
    <>
      <Warnings warnings={result.warnings} />
      {result.skippedAccounts && result.skippedAccounts.length > 0 && <p class="small">{t('skipped', { accounts: result.skippedAccounts.join(', ') })}</p>}
      <Facts
        rows={[
          [fieldName('format'), result.format],
          [fieldName('account'), result.account],
          [t('period'), [result.from, result.to].filter(Boolean).map(dateText).join(' – ')],
          [t('imported'), String(result.imported)],
          [t('duplicates'), String(result.duplicates)],
          [t('opening'), balance(result.openingBalance)],
          [t('closing'), balance(result.closingBalance)],
        ]}
      />
      {lines.length > 0 && (
        <table>
          <caption class="small">{t('lines')}</caption>
          <tbody>
            {lines.map((line) => (
              <tr key={line.id}>
                <td>{dateText(line.bookedAt)}</td>
                <td>{line.counterparty?.name}</td>
                <td>{line.label}</td>
                <td class="right">
                  <Money minor={line.amount.amount} currency={line.amount.currency} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
