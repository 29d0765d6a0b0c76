import { useState } from 'preact/hooks';
import { newKey, send, type OperationId } from '../../../data/call';
import { operationTable } from '../../../../gen/operations';
import { parametersOf } from '../../../data/contract';
import { asProblem, type Problem } from '../../../data/problem';
import { texts } from '../../../i18n/texts';
import { Button, Section } from '../../../parts/controls';
import { Failure } from '../../../parts/states';
import { Json } from '../../../parts/tree';
import type { Entry } from './reference';

const t = texts({
  en: { title: 'Try it', send: 'Send', dry: 'Try without doing it', dryIs: 'Runs with your session as a dry run: everything is checked, nothing is kept.', readIs: 'Runs with your session.', body: 'Body (JSON)', badJson: 'This is not valid JSON.', took: '{status} after {ms} ms', file: 'A file of {bytes} bytes, {kind}.', unknown: 'Operations of plugins that came after this console cannot be tried here.' },
  fr: { title: 'Essayer', send: 'Envoyer', dry: 'Essayer à blanc', dryIs: 'Avec votre session, à blanc : tout est vérifié, rien n’est gardé.', readIs: 'Avec votre session.', body: 'Corps (JSON)', badJson: 'Ce n’est pas du JSON valide.', took: '{status} après {ms} ms', file: 'Un fichier de {bytes} octets, {kind}.', unknown: 'Les opérations de modules plus récents que cette console ne peuvent pas être essayées ici.' },
  de: { title: 'Ausprobieren', send: 'Senden', dry: 'Probelauf', dryIs: 'Mit Ihrer Sitzung als Probelauf: alles wird geprüft, nichts bleibt.', readIs: 'Mit Ihrer Sitzung.', body: 'Inhalt (JSON)', badJson: 'Das ist kein gültiges JSON.', took: '{status} nach {ms} ms', file: 'Eine Datei mit {bytes} Bytes, {kind}.', unknown: 'Operationen von Plugins, die neuer als diese Konsole sind, können hier nicht probiert werden.' },
});

interface Outcome {
  status: number;
  ms: number;
  value?: unknown;
  file?: string;
}

async function outcomeOf(response: Response, ms: number): Promise<Outcome> {
  const kind = response.headers.get('Content-Type') ?? '';
  if (response.status === 204) {
    return { status: response.status, ms };
  }
  if (kind.includes('json') && !kind.includes('ndjson')) {
    return { status: response.status, ms, value: await response.json() };
  }
  return { status: response.status, ms, file: t('file', { bytes: (await response.blob()).size, kind }) };
}

/** Sends a read as it is and a write as a dry run, with the session of the person. */
export function Try({ entry }: { entry: Entry }) {
  const { method, operation } = entry;
  const parameters = parametersOf(operation).filter((one) => (one.in === 'path' || one.in === 'query') && one.name !== 'companyId');
  const content = operation.requestBody?.content['application/json'];
  const [values, setValues] = useState<Record<string, string>>({});
  const [body, setBody] = useState(content ? JSON.stringify(content.example ?? {}, null, 2) : '');
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [bad, setBad] = useState(false);
  const [busy, setBusy] = useState(false);
  const read = method === 'GET';
  if (!(operation.operationId in operationTable)) {
    return <p class="help">{t('unknown')}</p>;
  }
  // Writes outside of a company know no dry run.
  if (!read && !entry.path.startsWith('/companies/{companyId}')) {
    return null;
  }
  const run = async () => {
    let parsed: unknown;
    try {
      parsed = content ? JSON.parse(body || '{}') : undefined;
      setBad(false);
    } catch {
      setBad(true);
      return;
    }
    setBusy(true);
    setOutcome(null);
    setProblem(null);
    const part = (place: 'path' | 'query') => Object.fromEntries(parameters.filter((one) => one.in === place && values[one.name]).map((one) => [one.name, values[one.name]!]));
    const begun = performance.now();
    try {
      const request = { path: part('path'), query: part('query'), ...(read ? {} : { body: parsed as never, dryRun: true, key: newKey() }) };
      const response = await send(operation.operationId as OperationId, request);
      setOutcome(await outcomeOf(response, Math.round(performance.now() - begun)));
    } catch (error) {
      setProblem(asProblem(error));
    }
    setBusy(false);
  };
  return (
    <Section title={t('title')}>
      <form
        class="fields"
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        {parameters.length > 0 && (
          <div class="api-parameters">
            {parameters.map((one) => (
              <label key={one.name} class="field">
                <span>
                  <code>{one.name}</code>
                  {one.in === 'path' && ' *'}
                </span>
                <input required={one.in === 'path'} autoComplete="off" value={values[one.name] ?? ''} onInput={(event) => setValues({ ...values, [one.name]: event.currentTarget.value })} />
              </label>
            ))}
          </div>
        )}
        {content && (
          <label class="field">
            {t('body')}
            <textarea class="mono" rows={8} spellcheck={false} value={body} aria-invalid={bad || undefined} onInput={(event) => setBody(event.currentTarget.value)} />
            {bad && <span class="wrong">{t('badJson')}</span>}
          </label>
        )}
        <div class="acts">
          <Button kind="primary" type="submit" disabled={busy}>
            {t(read ? 'send' : 'dry')}
          </Button>
          <span class="small">{t(read ? 'readIs' : 'dryIs')}</span>
        </div>
      </form>
      {problem && <Failure problem={problem} />}
      {outcome && (
        <div role="status">
          <p>{t('took', { status: outcome.status, ms: outcome.ms })}</p>
          {outcome.file ? <p>{outcome.file}</p> : outcome.value !== undefined && <Json value={outcome.value} />}
        </div>
      )}
    </Section>
  );
}
