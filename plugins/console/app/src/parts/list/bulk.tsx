import { useState } from 'preact/hooks';
import { newKey } from '../../data/call';
import { asProblem } from '../../data/problem';
import { sentence } from '../../i18n/names';
import { texts } from '../../i18n/texts';
import { Button } from '../controls';

const t = texts({
  en: { chosen: { one: '{n} selected', other: '{n} selected' }, running: '{n} of {all} done', failed: { one: '{n} failed', other: '{n} failed' }, retry: 'Retry the {n} that failed' },
  fr: { chosen: { one: '{n} sélectionnée', other: '{n} sélectionnées' }, running: '{n} sur {all} faites', failed: { one: '{n} en échec', other: '{n} en échec' }, retry: 'Réessayer les {n} en échec' },
  de: { chosen: { one: '{n} gewählt', other: '{n} gewählt' }, running: '{n} von {all} erledigt', failed: { one: '{n} fehlgeschlagen', other: '{n} fehlgeschlagen' }, retry: 'Die {n} fehlgeschlagenen wiederholen' },
});

/** An act on several records: one request each, with a key of its own. Nothing pretends to be done together. */
export interface BulkAct<R> {
  label: string;
  run: (row: R, key: string) => Promise<unknown>;
  /** Records that it is not for. */
  only?: (row: R) => boolean;
  /** After the last one. */
  done?: () => void;
}

interface Attempt<R> {
  row: R;
  key: string;
  problem?: string;
}

/** Requests that run at the same time. */
const AtOnce = 4;

async function runAll<R>(act: BulkAct<R>, attempts: Attempt<R>[], told: (done: number) => void): Promise<Attempt<R>[]> {
  const failed: Attempt<R>[] = [];
  const queue = [...attempts];
  let done = 0;
  let stopped = false;
  const worker = async () => {
    for (let next = queue.shift(); next && !stopped; next = queue.shift()) {
      try {
        await act.run(next.row, next.key);
      } catch (error) {
        const problem = asProblem(error);
        if (problem.status === 429) {
          await new Promise((resume) => setTimeout(resume, problem.retryAfter * 1000));
          queue.unshift(next);
          continue;
        }
        stopped = problem.status === 401;
        failed.push({ ...next, problem: sentence(problem) });
      }
      done += 1;
      told(done);
    }
  };
  await Promise.all(Array.from({ length: AtOnce }, worker));
  return failed;
}

export function BulkBar<R>({ acts, rows, idOf, done }: { acts: readonly BulkAct<R>[]; rows: R[]; idOf: (row: R) => string; done: () => void }) {
  const [running, setRunning] = useState<{ act: BulkAct<R>; done: number; all: number } | null>(null);
  const [failed, setFailed] = useState<{ act: BulkAct<R>; attempts: Attempt<R>[] } | null>(null);
  const start = async (act: BulkAct<R>, attempts: Attempt<R>[]) => {
    setFailed(null);
    setRunning({ act, done: 0, all: attempts.length });
    const left = await runAll(act, attempts, (count) => setRunning({ act, done: count, all: attempts.length }));
    setRunning(null);
    act.done?.();
    if (left.length > 0) {
      setFailed({ act, attempts: left });
    } else {
      done();
    }
  };
  return (
    <div class="bulk" role="status">
      <span>{running ? t('running', { n: running.done, all: running.all }) : t('chosen', { n: rows.length })}</span>
      {!running &&
        acts.map((act) => {
          const fitting = rows.filter((row) => act.only?.(row) ?? true);
          return (
            <Button key={act.label} disabled={fitting.length === 0} onClick={() => start(act, fitting.map((row) => ({ row, key: newKey() })))}>
              {act.label} ({fitting.length})
            </Button>
          );
        })}
      {failed && (
        <>
          <strong>{t('failed', { n: failed.attempts.length })}</strong>
          <Button onClick={() => start(failed.act, failed.attempts)}>{t('retry', { n: failed.attempts.length })}</Button>
          <ul>
            {failed.attempts.map((one) => (
              <li key={idOf(one.row)}>
                {idOf(one.row)}: {one.problem}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
