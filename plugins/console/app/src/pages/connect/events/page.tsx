import { useAddress } from '../../../data/address';
import { placed } from '../../../data/place';
import { fieldName } from '../../../i18n/names';
import { texts } from '../../../i18n/texts';
import { Button } from '../../../parts/controls';
import { SidePanel } from '../../../parts/dialog';
import { readyColumns } from '../../../parts/list/columns';
import { Table } from '../../../parts/list/table';
import { Empty, Failure, Loading } from '../../../parts/states';
import { Page } from '../../../shell/page';
import { EventBody } from './body';
import { EventFilters } from './filters';
import { useJournal } from './journal';
import { isWindow, wider } from './window';

const t = texts({
  en: {
    title: 'Events', follow: 'Follow', following: 'New events appear every 3 seconds.', earlier: 'Earlier', none: 'Nothing happened in this time.', noneYet: 'Every change of the company is written here as an event, which programs can read and webhooks send.',
    count: { one: '{n} event', other: '{n} events' }, more: 'more are read as you scroll', full: 'Open its page', type: 'Type', object: 'Object', at: 'At', id: 'Event',
    window1: 'Last hour', window6: 'Last 6 hours', window24: 'Last 24 hours', window168: 'Last 7 days', windowall: 'All that is kept',
  },
  fr: {
    title: 'Événements', follow: 'Suivre', following: 'Les nouveaux événements apparaissent toutes les 3 secondes.', earlier: 'Plus tôt', none: 'Rien ne s’est passé pendant ce temps.', noneYet: 'Chaque changement de l’entreprise est écrit ici comme un événement, que les programmes peuvent lire et les webhooks envoyer.',
    count: { one: '{n} événement', other: '{n} événements' }, more: 'la suite est lue quand vous défilez', full: 'Ouvrir sa page', type: 'Type', object: 'Objet', at: 'À', id: 'Événement',
    window1: 'Dernière heure', window6: '6 dernières heures', window24: '24 dernières heures', window168: '7 derniers jours', windowall: 'Tout ce qui est gardé',
  },
  de: {
    title: 'Ereignisse', follow: 'Mitlesen', following: 'Neue Ereignisse erscheinen alle 3 Sekunden.', earlier: 'Früher', none: 'In dieser Zeit ist nichts geschehen.', noneYet: 'Jede Änderung des Unternehmens steht hier als Ereignis, das Programme lesen und Webhooks senden können.',
    count: { one: '{n} Ereignis', other: '{n} Ereignisse' }, more: 'weitere werden beim Blättern gelesen', full: 'Seite öffnen', type: 'Art', object: 'Objekt', at: 'Um', id: 'Ereignis',
    window1: 'Letzte Stunde', window6: 'Letzte 6 Stunden', window24: 'Letzte 24 Stunden', window168: 'Letzte 7 Tage', windowall: 'Alles Aufbewahrte',
  },
});

/** The journal of the company: the last hour first, wider on demand. */
export default function Events() {
  const address = useAddress();
  const { type, objectId, from, to, follow, open } = address.query;
  const given = address.query['window'];
  const window = isWindow(given) ? given : '1';
  const journal = useJournal({ type, objectId, from, to, window }, follow === '1');
  const next = from ? undefined : wider(window);
  const filtered = Boolean(type || objectId || from || to);
  const opened = journal.events.find((one) => one.id === open);
  const columns = readyColumns('listEvents', [
    { field: 'createdAt', label: t('at'), width: 170 },
    { field: 'type', label: t('type'), width: 200, show: (one) => <code>{one.type}</code> },
    { field: 'object', label: t('object'), width: 120, text: (one) => fieldName(one.object) },
    { field: 'objectId', label: 'Id', width: 260, show: (one) => <code>{one.objectId}</code> },
    { field: 'id', label: t('id'), width: 96 },
  ]);
  const earlier = next && <Button onClick={() => address.set({ window: next }, true)}>{`${t('earlier')}: ${t(`window${next}`)}`}</Button>;
  const acts = (
    <label class="check">
      <input type="checkbox" checked={follow === '1'} onChange={(event) => address.set({ follow: event.currentTarget.checked ? '1' : undefined }, true)} />
      {t('follow')}
    </label>
  );
  return (
    <Page title={t('title')} acts={acts}>
      <div class="list">
        <div class="list-main">
          <EventFilters />
          {journal.problem && !journal.ready && <Failure problem={journal.problem} again={journal.again} />}
          {!journal.ready && !journal.problem && <Loading rows={8} again={journal.again} />}
          {journal.ready && journal.events.length === 0 && <Empty about={t(filtered || next ? 'none' : 'noneYet')} act={earlier} curl={{ method: 'GET', route: '/events' }} />}
          {journal.events.length > 0 && (
            <Table
              label={t('title')}
              columns={columns}
              rows={journal.events}
              total={null}
              idOf={(one) => one.id}
              open={(one, full) => (full ? address.go(placed(`/developers/events/${one.id}`)) : address.set({ open: one.id }, opened !== undefined))}
              opened={opened?.id}
              sort=""
              sorts={[]}
              setSort={() => undefined}
              more={journal.more}
            />
          )}
          <footer class="list-foot">
            <span role="status">
              {!from && `${t(`window${window}`)} · `}
              {t('count', { n: journal.events.length })}
              {!journal.complete && journal.ready && ` · ${t('more')}`}
              {follow === '1' && ` · ${t('following')}`}
            </span>
            {journal.events.length > 0 && earlier}
          </footer>
        </div>
        {opened && (
          <SidePanel title={opened.type} close={() => address.set({ open: undefined })} acts={<a href={placed(`/developers/events/${opened.id}`)}>{t('full')}</a>}>
            <EventBody event={opened} />
          </SidePanel>
        )}
      </div>
    </Page>
  );
}
