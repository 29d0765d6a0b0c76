import { useState } from 'preact/hooks';
import { holds } from '../../../data/company';
import { parametersOf, type ContractOperation, type Schema } from '../../../data/contract';
import { companyId, placed } from '../../../data/place';
import { texts } from '../../../i18n/texts';
import { Code, Section } from '../../../parts/controls';
import { curlOf } from '../../../parts/states';
import { typeText, type Entry } from './reference';
import { SchemaTable } from './schema';
import { Try } from './try';

const t = texts({
  en: { scope: 'Permission (any of)', anyone: 'any caller of the company', noKey: 'no company: for people, or public', held: 'you hold it', lacking: 'you do not hold it', parameters: 'Parameters', name: 'Name', type: 'Type', about: 'About', body: 'Body', answers: 'Answers', errors: 'Errors of its own', events: 'Events', command: 'Command', nothing: 'no body' },
  fr: { scope: 'Permission (l’une de)', anyone: 'tout appelant de l’entreprise', noKey: 'hors entreprise : pour les personnes, ou public', held: 'vous l’avez', lacking: 'vous ne l’avez pas', parameters: 'Paramètres', name: 'Nom', type: 'Type', about: 'Description', body: 'Corps', answers: 'Réponses', errors: 'Ses propres erreurs', events: 'Événements', command: 'Commande', nothing: 'sans corps' },
  de: { scope: 'Berechtigung (eine von)', anyone: 'jeder Aufrufer des Unternehmens', noKey: 'ohne Unternehmen: für Personen, oder öffentlich', held: 'Sie haben sie', lacking: 'Sie haben sie nicht', parameters: 'Parameter', name: 'Name', type: 'Art', about: 'Beschreibung', body: 'Inhalt', answers: 'Antworten', errors: 'Eigene Fehler', events: 'Ereignisse', command: 'Befehl', nothing: 'kein Inhalt' },
});

/** One operation: what it needs, takes and answers, and a form to try it. */
export function Operation({ entry }: { entry: Entry }) {
  const { method, path, operation } = entry;
  const parameters = parametersOf(operation).filter((one) => one.in !== 'header');
  const body = operation.requestBody?.content['application/json'];
  return (
    <>
      <h2>
        <span class={`method ${method.toLowerCase()}`}>{method}</span> <code>{path}</code>
      </h2>
      <p>
        <strong>{operation.summary}</strong> <code class="small">{operation.operationId}</code>
      </p>
      {operation.description?.split('\n\n').map((part) => <p key={part}>{part}</p>)}
      <p>
        {t('scope')}: <Scopes operation={operation} />
      </p>
      <Try entry={entry} />
      <Section title={t('command')}>
        <Code text={curlOf(method, path.replace('{companyId}', companyId.value ?? ''), body ? ((body.example as object | undefined) ?? {}) : undefined)} />
      </Section>
      {parameters.length > 0 && (
        <Section title={t('parameters')}>
          <div class="scroll">
            <table>
              <thead>
                <tr>
                  <th scope="col">{t('name')}</th>
                  <th scope="col">{t('type')}</th>
                  <th scope="col">{t('about')}</th>
                </tr>
              </thead>
              <tbody>
                {parameters.map((one) => (
                  <tr key={one.name}>
                    <td>
                      <code>{one.name}</code>
                      {one.required && ' *'}
                    </td>
                    <td>{typeText(one.schema)}</td>
                    <td>{one.description}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </Section>
      )}
      {body && (
        <Section title={t('body')}>
          <SchemaTable schema={body.schema} />
        </Section>
      )}
      <Answers operation={operation} />
      <Codes title={t('errors')} values={operation['x-errors'] ?? []} />
      <Codes title={t('events')} values={(operation as { 'x-events'?: string[] })['x-events'] ?? []} link={(type) => placed(`/developers/events?window=24&type=${type}`)} />
    </>
  );
}

function Scopes({ operation }: { operation: ContractOperation }) {
  const scopes = operation['x-scope'];
  if (!scopes || scopes.length === 0) {
    return <>{t(scopes ? 'anyone' : 'noKey')}</>;
  }
  return (
    <>
      {scopes.map((scope) => (
        <span key={scope}>
          <code>{scope}</code> <span class={`badge ${holds(scope) ? 'ok' : 'warn'}`}>{t(holds(scope) ? 'held' : 'lacking')}</span>{' '}
        </span>
      ))}
    </>
  );
}

function Answers({ operation }: { operation: ContractOperation }) {
  const successes = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'));
  const [status, setStatus] = useState(successes[0]?.[0] ?? '');
  const chosen = operation.responses[status];
  const [kind, content] = Object.entries(chosen?.content ?? {})[0] ?? [];
  return (
    <Section
      title={t('answers')}
      acts={successes.map(([one]) => (
        <button key={one} type="button" class={`button quiet tab${one === status ? ' chosen' : ''}`} aria-pressed={one === status} onClick={() => setStatus(one)}>
          {one}
        </button>
      ))}
    >
      <p class="small">
        {chosen?.description} {kind ? <code>{kind}</code> : t('nothing')}
      </p>
      {content && kind === 'application/json' && <SchemaTable schema={content.schema as Schema} />}
    </Section>
  );
}

function Codes({ title, values, link }: { title: string; values: readonly string[]; link?: (value: string) => string }) {
  return values.length === 0 ? null : (
    <Section title={title}>
      <ul>
        {values.map((value) => (
          <li key={value}>
            <code>{link ? <a href={link(value)}>{value}</a> : value}</code>
          </li>
        ))}
      </ul>
    </Section>
  );
}
