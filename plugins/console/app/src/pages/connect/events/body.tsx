import { placed } from '../../../data/place';
import { useAnswer } from '../../../data/query';
import { instantText } from '../../../i18n/dates';
import { fieldName } from '../../../i18n/names';
import { language, texts } from '../../../i18n/texts';
import { Facts } from '../../../parts/controls';
import { Json, pageOf } from '../../../parts/tree';
import type { Event } from './journal';

const t = texts({
  en: { at: 'At', object: 'Object', actor: 'Caused by', nobody: 'the service itself', all: 'All events of this object', id: 'Event' },
  fr: { at: 'À', object: 'Objet', actor: 'Causé par', nobody: 'le service lui-même', all: 'Tous les événements de cet objet', id: 'Événement' },
  de: { at: 'Um', object: 'Objekt', actor: 'Verursacht von', nobody: 'dem Dienst selbst', all: 'Alle Ereignisse dieses Objekts', id: 'Ereignis' },
});

/** One event: what it means, whom it is about, and its body. */
export function EventBody({ event }: { event: Event }) {
  const catalogue = useAnswer('listEventTypes', { query: { limit: '500' } });
  const descriptions = catalogue.data?.find((one) => one.type === event.type)?.descriptions;
  const page = pageOf(event.objectId);
  const actor = (event.data as { actor?: { kind: string; id: string } | null }).actor;
  const actorPage = actor && pageOf(actor.id);
  return (
    <>
      {descriptions && <p>{descriptions[language.value]}</p>}
      <Facts
        rows={[
          [t('id'), event.id],
          [t('at'), <span title={event.createdAt}>{instantText(event.createdAt)}</span>],
          [t('object'), page ? <a href={page}>{`${fieldName(event.object)} ${event.objectId}`}</a> : `${fieldName(event.object)} ${event.objectId}`],
          [t('actor'), actor === undefined ? '' : actor === null ? t('nobody') : actorPage ? <a href={actorPage}>{actor.id}</a> : actor.id],
        ]}
      />
      <p>
        <a href={placed(`/developers/events?window=all&objectId=${event.objectId}`)}>{t('all')}</a>
      </p>
      <Json value={event} />
    </>
  );
}
