import type { Answer } from '../../data/call';
import { Problem } from '../../data/problem';
import { sentence } from '../../i18n/names';
import { texts } from '../../i18n/texts';
import { recordsAt, type Sample } from './table';

const t = texts({
  en: { would: 'Would create {created} and update {updated}; {skipped} stay as they are.', wrong: { one: '{n} line is refused. Nothing is imported until all fit.', other: '{n} lines are refused. Nothing is imported until all fit.' }, line: 'Line', why: 'Why', content: 'Content' },
  fr: { would: '{created} seraient créés et {updated} mis à jour ; {skipped} restent inchangés.', wrong: { one: '{n} ligne est refusée. Rien n’est importé tant que toutes ne conviennent pas.', other: '{n} lignes sont refusées. Rien n’est importé tant que toutes ne conviennent pas.' }, line: 'Ligne', why: 'Raison', content: 'Contenu' },
  de: { would: '{created} würden angelegt und {updated} geändert; {skipped} bleiben, wie sie sind.', wrong: { one: '{n} Zeile wird abgelehnt. Nichts wird importiert, bis alle passen.', other: '{n} Zeilen werden abgelehnt. Nichts wird importiert, bis alle passen.' }, line: 'Zeile', why: 'Grund', content: 'Inhalt' },
});

/** What a trial of the import has told, line by line. */
export function Outcome({ outcome, text, sample }: { outcome: Answer<'importRecords'>; text: string; sample: Sample }) {
  const { created, updated, skipped, errors } = outcome;
  if (errors.length === 0) {
    return <p role="status">{t('would', { created, updated, skipped })}</p>;
  }
  const records = recordsAt(text, sample, errors.map((one) => one.line));
  return (
    <div role="alert">
      <p>{t('wrong', { n: errors.length })}</p>
      <div class="scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">{t('line')}</th>
              <th scope="col">{t('why')}</th>
              <th scope="col">{t('content')}</th>
            </tr>
          </thead>
          <tbody>
            {errors.map((one) => (
              <tr key={`${one.line} ${one.message}`}>
                <th scope="row">{one.line}</th>
                <td>
                  {sentence(new Problem(400, one.message))} <code class="small">{one.message}</code>
                </td>
                <td>{records.get(one.line)?.join(' · ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
