import { useState } from 'preact/hooks';
import { isMoney, type Schema } from '../data/contract';
import { useAnswer } from '../data/query';
import { instantText } from '../i18n/dates';
import { fieldName, word } from '../i18n/names';
import { texts } from '../i18n/texts';
import { money } from '../money/format';
import { Button } from './controls';
import { Shown } from './states';

const t = texts({
  en: { when: 'When', who: 'Who', what: 'What', nothing: 'Nothing is known about it.', earlier: 'Earlier', request: 'Request', none: 'nothing', service: 'The service' },
  fr: { when: 'Quand', who: 'Qui', what: 'Quoi', nothing: 'Rien n’est connu à ce sujet.', earlier: 'Plus ancien', request: 'Requête', none: 'rien', service: 'Le service' },
  de: { when: 'Wann', who: 'Wer', what: 'Was', nothing: 'Darüber ist nichts bekannt.', earlier: 'Früher', request: 'Anfrage', none: 'nichts', service: 'Der Dienst' },
});

interface Props {
  /** Kind of the record as the API names it, such as `partner`. */
  kind: string;
  id: string;
  /** Schema of the record, which tells what of it is money. */
  schema: Schema;
  currency: string;
  cursor?: string;
}

interface Change {
  field?: string;
  from?: unknown;
  to?: unknown;
}

interface Entry {
  at: string;
  actor: { label?: string } | null;
  action: string;
  changes: Change[];
  requestId: string | null;
}

/** Who changed a record when, from what to what; the newest first. */
export function History(props: Props) {
  const [further, setFurther] = useState(false);
  const read = useAnswer('readHistory', {
    path: { kind: props.kind, id: props.id },
    query: { limit: '50', ...(props.cursor ? { cursor: props.cursor } : {}) },
  });
  return (
    <Shown read={read}>
      {(page) => (
        <>
          {page.data.length === 0 && !props.cursor ? <p>{t('nothing')}</p> : <Entries {...props} rows={page.data as Entry[]} />}
          {page.hasMore && !further && <Button onClick={() => setFurther(true)}>{t('earlier')}</Button>}
          {page.hasMore && further && <History {...props} cursor={page.nextCursor} />}
        </>
      )}
    </Shown>
  );
}

function Entries({ rows, schema, currency }: Props & { rows: Entry[] }) {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={t('what')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('when')}</th>
            <th scope="col">{t('who')}</th>
            <th scope="col">{t('what')}</th>
            <th scope="col">{t('request')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((one) => (
            <tr key={`${one.at} ${one.requestId} ${one.action}`}>
              <td>
                <time dateTime={one.at}>{instantText(one.at)}</time>
              </td>
              <td>{one.actor?.label ?? t('service')}</td>
              <td>
                {word(one.action.split('.').pop() ?? one.action)}
                {one.changes.map((change) => (
                  <div key={change.field}>
                    {fieldName(change.field ?? '')}: {valueText(change.field ?? '', change.from, schema, currency)} → {valueText(change.field ?? '', change.to, schema, currency)}
                  </div>
                ))}
              </td>
              <td>
                <code class="small">{one.requestId?.slice(0, 12)}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function valueText(field: string, value: unknown, schema: Schema, currency: string): string {
  if (value === null || value === undefined || value === '') {
    return t('none');
  }
  const known = schema.properties?.[field];
  if (typeof value === 'number' && known && isMoney(field, known)) {
    return money(value, currency);
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
