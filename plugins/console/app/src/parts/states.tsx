import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { companyId } from '../data/place';
import type { Missing } from '../data/company';
import type { Problem } from '../data/problem';
import type { Read } from '../data/query';
import { sentence, word } from '../i18n/names';
import { texts } from '../i18n/texts';
import { Button, Code, Copy } from './controls';

const t = texts({
  en: {
    slow: 'This takes longer than usual.',
    again: 'Try again',
    unknown: 'Not known whether it was saved. Trying again is safe: it is done once.',
    request: 'Request {id}',
    scope: 'Not available here: you do not hold the permission {name}.',
    module: 'Not available here: the module {name} is not enabled for this company.',
    plugin: 'Not available here: this installation has no {name}.',
    program: 'The same from a program',
    missingScope: 'Permission {name} is missing.',
  },
  fr: {
    slow: 'Cela prend plus de temps que d’habitude.',
    again: 'Réessayer',
    unknown: 'On ne sait pas si c’est enregistré. Réessayer est sans danger : ce n’est fait qu’une fois.',
    request: 'Requête {id}',
    scope: 'Non disponible ici : vous n’avez pas la permission {name}.',
    module: 'Non disponible ici : le module {name} n’est pas activé pour cette entreprise.',
    plugin: 'Non disponible ici : cette installation n’a pas {name}.',
    program: 'La même chose depuis un programme',
    missingScope: 'La permission {name} manque.',
  },
  de: {
    slow: 'Das dauert länger als gewöhnlich.',
    again: 'Erneut versuchen',
    unknown: 'Ob es gespeichert wurde, ist nicht bekannt. Erneut zu versuchen ist sicher: Es geschieht einmal.',
    request: 'Anfrage {id}',
    scope: 'Hier nicht verfügbar: Ihnen fehlt die Berechtigung {name}.',
    module: 'Hier nicht verfügbar: Das Modul {name} ist für dieses Unternehmen nicht aktiviert.',
    plugin: 'Hier nicht verfügbar: Diese Installation hat {name} nicht.',
    program: 'Dasselbe aus einem Programm',
    missingScope: 'Die Berechtigung {name} fehlt.',
  },
});

/** Shows its children after a while, so that a short wait shows nothing. */
function After({ milliseconds, children }: { milliseconds: number; children: ComponentChildren }) {
  const [due, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), milliseconds);
    return () => clearTimeout(timer);
  }, [milliseconds]);
  return due ? <>{children}</> : null;
}

/** Grey rows of the final height while something is read. */
export function Loading({ rows = 3, again }: { rows?: number; again?: () => void }) {
  return (
    <div class="loading" aria-busy="true">
      <After milliseconds={150}>
        {Array.from({ length: rows }, (_, index) => (
          <div key={index} class="bone" />
        ))}
      </After>
      {again && (
        <After milliseconds={5000}>
          <p>
            {t('slow')} <Button onClick={again}>{t('again')}</Button>
          </p>
        </After>
      )}
    </div>
  );
}

/** What went wrong: a sentence, then the code and the request for whoever looks for the cause. */
export function Failure({ problem, again }: { problem: Problem; again?: () => void }) {
  return (
    <div class="failure" role="alert">
      <p>{sentence(problem)}</p>
      {problem.scope && <p>{t('missingScope', { name: problem.scope })}</p>}
      <p class="small">
        <code>{problem.message}</code>
        {problem.requestId && (
          <>
            {' '}
            {t('request', { id: problem.requestId })} <Copy text={`${problem.message} ${problem.requestId}`} />
          </>
        )}
      </p>
      {again && <Button onClick={again}>{t('again')}</Button>}
    </div>
  );
}

/** A write whose outcome is not known; `again` sends it with the same key. */
export function Uncertain({ again }: { again: () => void }) {
  return (
    <div class="failure" role="alert">
      <p>{t('unknown')}</p>
      <Button onClick={again}>{t('again')}</Button>
    </div>
  );
}

export function NotAvailable({ missing }: { missing: Missing }) {
  return <p class="notice">{t(missing.kind, { name: missing.kind === 'module' ? word(missing.name, 'module') : missing.name })}</p>;
}

/** A list that has nothing yet: what it is for, how to begin, and the same act as a program does it. */
export function Empty({ about, act, curl }: { about: string; act?: ComponentChildren; curl?: { method: string; route: string; body?: object } }) {
  return (
    <div class="empty">
      <p>{about}</p>
      {act}
      {curl && (
        <details>
          <summary>{t('program')}</summary>
          <Code text={curlOf(curl.method, `/companies/${companyId.value ?? ''}${curl.route}`, curl.body)} />
        </details>
      )}
    </div>
  );
}

export function curlOf(method: string, address: string, body?: object): string {
  const verb = method === 'GET' ? '' : ` -X ${method}`;
  const content = body ? ` \\\n  -H 'Content-Type: application/json' -d '${JSON.stringify(body).replaceAll("'", "'\\''")}'` : '';
  return `curl${verb} ${location.origin}${address} \\\n  -H "Authorization: Bearer $SVC_KEY"${content}`;
}

/** Shows what was read, or its state. Earlier data stays visible while it is read again. */
export function Shown<T>({ read, rows, children }: { read: Read<T>; rows?: number; children: (data: T) => ComponentChildren }) {
  if (read.data !== undefined) {
    return <>{children(read.data)}</>;
  }
  if (read.problem) {
    return <Failure problem={read.problem} again={read.again} />;
  }
  return <Loading rows={rows ?? 3} again={read.again} />;
}
