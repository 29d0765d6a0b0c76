import { useState } from 'preact/hooks';
import { call, newKey, type Body, type Row } from '../../../data/call';
import { may } from '../../../data/company';
import { exact } from '../../../data/json';
import { asProblem, type Problem } from '../../../data/problem';
import { changed } from '../../../data/query';
import { person } from '../../../data/session';
import { dateText, shortDate } from '../../../i18n/dates';
import { language, texts } from '../../../i18n/texts';
import { majorText } from '../../../money/format';
import { Button } from '../../../parts/controls';
import { notify } from '../../../parts/notices';
import { Failure, Uncertain } from '../../../parts/states';
import { NewRow } from './new-row';
import { changeOf, durationText, minutesOf, parseDuration, rowsOf, type Change, type WeekRow } from './week';

const t = texts({
  en: { project: 'Project', total: 'Total', save: { one: 'Save {n} change', other: 'Save {n} changes' }, saved: 'The week is saved.', none: 'No project', cell: '{project}, {day}', wrong: 'Write 1:30, 1.5 or 45m.', several: 'Several entries of this day: change them in the list.', billed: 'This is billed and stays.', undo: 'Undo the changes' },
  fr: { project: 'Projet', total: 'Total', save: { one: 'Enregistrer {n} modification', other: 'Enregistrer {n} modifications' }, saved: 'La semaine est enregistrée.', none: 'Sans projet', cell: '{project}, {day}', wrong: 'Écrivez 1:30, 1,5 ou 45m.', several: 'Plusieurs saisies ce jour-là : modifiez-les dans la liste.', billed: 'C’est facturé et reste ainsi.', undo: 'Annuler les modifications' },
  de: { project: 'Projekt', total: 'Summe', save: { one: '{n} Änderung speichern', other: '{n} Änderungen speichern' }, saved: 'Die Woche ist gespeichert.', none: 'Ohne Projekt', cell: '{project}, {day}', wrong: 'Schreiben Sie 1:30, 1,5 oder 45m.', several: 'Mehrere Einträge an diesem Tag: in der Liste ändern.', billed: 'Das ist abgerechnet und bleibt.', undo: 'Änderungen zurücknehmen' },
});

export type TimeEntry = Row<'listTimeEntries'>;
type NewEntry = NonNullable<NonNullable<Body<'putTimeEntries'>>['entries']>[number];

interface Typed {
  row: WeekRow<TimeEntry>;
  day: number;
  text: string;
}

/** What a typed cell will do, or the sentence that says why it cannot. */
function meaning(typed: Typed): { change: Change } | { wrong: string } {
  const minutes = parseDuration(typed.text);
  if (minutes === null) {
    return { wrong: t('wrong') };
  }
  const change = changeOf(typed.row.days[typed.day]!, minutes);
  return change.kind === 'several' || change.kind === 'billed' ? { wrong: t(change.kind) } : { change };
}

/** The entry as it will be: what the grid does not show stays as it is. */
function bodyOf(typed: Typed, change: { id: string | null; minutes: number }, date: string, who: string): NewEntry {
  const before = typed.row.days[typed.day]![0];
  if (before && change.id) {
    const { id, externalId, source, partnerId, person: by, project, description, billable, tags, startedAt } = before;
    return { id, externalId, source, partnerId, person: by, project, description, billable, tags, startedAt, date, minutes: change.minutes, hourlyRate: exact(majorText(before.hourlyRate, before.currency)) };
  }
  const { project, partnerId } = typed.row;
  return { project: project || null, partnerId, billable: partnerId !== null, person: who || (person.value?.name ?? null), date, minutes: change.minutes };
}

/** The cells: typed, checked, and saved all together. */
export function Grid({ entries, days, who }: { entries: TimeEntry[]; days: string[]; who: string }) {
  const [added, setAdded] = useState<WeekRow<TimeEntry>[]>([]);
  const [typed, setTyped] = useState<Record<string, Typed>>({});
  const [problem, setProblem] = useState<Problem | null>(null);
  const [saving, setSaving] = useState(false);
  const [key, setKey] = useState(newKey);
  const known = rowsOf(entries, days);
  const rows = [...known, ...added.filter((one) => !known.some((other) => other.key === one.key))];
  const meanings = Object.entries(typed).map(([cell, one]) => ({ cell, typed: one, ...meaning(one) }));
  const changes = meanings.flatMap((one) => ('change' in one && one.change.kind !== 'none' ? [{ ...one, change: one.change }] : []));
  const wrong = new Map(meanings.flatMap((one) => ('wrong' in one ? [[one.cell, one.wrong] as const] : [])));
  const editable = may('putTimeEntries');

  const save = async () => {
    setSaving(true);
    setProblem(null);
    try {
      const puts = changes.flatMap((one) => (one.change.kind === 'put' ? [bodyOf(one.typed, one.change, days[one.typed.day]!, who)] : []));
      if (puts.length > 0) {
        await call('putTimeEntries', { body: { entries: puts } as Body<'putTimeEntries'>, key });
      }
      for (const one of changes) {
        if (one.change.kind === 'remove') {
          await call('deleteTimeEntry', { path: { id: one.change.id } });
        }
      }
      await changed('listTimeEntries', 'summarizeTimeEntries');
      setTyped({});
      setKey(newKey());
      notify(t('saved'));
    } catch (error) {
      const found = asProblem(error);
      setProblem(found);
      if (!found.uncertain) {
        setKey(newKey());
      }
    } finally {
      setSaving(false);
    }
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (changes.length > 0 && wrong.size === 0 && !saving) {
          void save();
        }
      }}
    >
      <div class="scroll" tabIndex={0}>
        <table class="week">
          <thead>
            <tr>
              <th scope="col">{t('project')}</th>
              {days.map((day) => (
                <th key={day} scope="col" class="right">
                  {new Intl.DateTimeFormat(language.value, { weekday: 'short', timeZone: 'UTC' }).format(new Date(`${day}T12:00:00Z`))} {shortDate(day)}
                </th>
              ))}
              <th scope="col" class="right">{t('total')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.key}>
                <th scope="row">
                  {row.project || t('none')} <small>{row.partner}</small>
                </th>
                {row.days.map((cell, day) => {
                  const at = `${row.key}\n${day}`;
                  const text = typed[at]?.text ?? durationText(minutesOf(cell));
                  return (
                    <td key={at} class="right">
                      {editable ? (
                        <input
                          class="number"
                          aria-label={t('cell', { project: row.project || t('none'), day: dateText(days[day]) })}
                          aria-invalid={wrong.has(at) || undefined}
                          title={wrong.get(at)}
                          data-changed={changes.some((one) => one.cell === at) || undefined}
                          value={text}
                          onInput={(event) => setTyped({ ...typed, [at]: { row, day, text: event.currentTarget.value } })}
                        />
                      ) : (
                        text
                      )}
                    </td>
                  );
                })}
                <td class="right">{durationText(minutesOf(row.days.flat()))}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('total')}</th>
              {days.map((day, index) => (
                <td key={day} class="right">{durationText(minutesOf(rows.flatMap((row) => row.days[index]!)))}</td>
              ))}
              <td class="right">{durationText(minutesOf(rows.flatMap((row) => row.days.flat())))}</td>
            </tr>
          </tfoot>
        </table>
      </div>
      {[...new Set(wrong.values())].map((text) => (
        <p key={text} class="wrong" role="alert">{text}</p>
      ))}
      {problem && (problem.uncertain ? <Uncertain again={save} /> : <Failure problem={problem} />)}
      {editable && (
        <div class="form-foot week-foot">
          <NewRow<TimeEntry> add={(row) => setAdded([...added, row])} />
          <span class="space" />
          {changes.length > 0 && <Button onClick={() => setTyped({})}>{t('undo')}</Button>}
          <Button kind="primary" type="submit" disabled={changes.length === 0 || wrong.size > 0 || saving}>{t('save', { n: changes.length })}</Button>
        </div>
      )}
    </form>
  );
}
