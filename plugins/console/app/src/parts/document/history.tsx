import { useAnswer } from '../../data/query';
import { instantText } from '../../i18n/dates';
import { fieldName, word } from '../../i18n/names';
import { texts } from '../../i18n/texts';
import { money } from '../../money/format';
import { Section } from '../controls';
import { Shown } from '../states';
import './document.css';

const t = texts({
  en: { history: 'History', none: 'Nothing has happened yet.', service: 'Service', request: 'Request {id}' },
  fr: { history: 'Historique', none: 'Rien ne s’est encore passé.', service: 'Service', request: 'Requête {id}' },
  de: { history: 'Verlauf', none: 'Noch ist nichts geschehen.', service: 'Dienst', request: 'Anfrage {id}' },
});

/** Fields of changes that are amounts in minor units. */
const Amounts = new Set(['balance', 'total', 'paid', 'refunded', 'credited', 'amount']);

function valueText(field: string, value: unknown, currency: string): string {
  if (value === null || value === undefined || value === '') {
    return '–';
  }
  if (typeof value === 'number' && Amounts.has(field)) {
    return money(value, currency);
  }
  if (typeof value === 'string') {
    return /^[a-z_]+$/.test(value) ? word(value) : value;
  }
  return JSON.stringify(value);
}

/** Who did what to a record and when: old → new, and the request for whoever looks for the cause. */
export function History({ kind, id, currency }: { kind: string; id: string; currency: string }) {
  const read = useAnswer('readHistory', { path: { kind, id } });
  return (
    <Section title={t('history')}>
      <Shown read={read}>
        {({ data }) =>
          data.length === 0 ? (
            <p>{t('none')}</p>
          ) : (
            <ol class="history">
              {data.map((entry) => (
                <li key={`${entry.at}${entry.action}`}>
                  <strong>{word(entry.action.replace('.', ' '))}</strong> · {actorText(entry.actor)} · <time dateTime={entry.at}>{instantText(entry.at)}</time>
                  {entry.changes.map((change) => (
                    <div key={change.field}>
                      {fieldName(change.field)}: <span class="was">{valueText(change.field, change.from, currency)}</span> → {valueText(change.field, change.to, currency)}
                    </div>
                  ))}
                  {entry.requestId && <small class="mono">{t('request', { id: entry.requestId })}</small>}
                </li>
              ))}
            </ol>
          )
        }
      </Shown>
    </Section>
  );
}

function actorText(actor: object | null): string {
  return actor && 'label' in actor ? String(actor.label) : t('service');
}
