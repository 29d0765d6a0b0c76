import { useRoute } from 'preact-iso';
import { useAnswer } from '../../../data/query';
import { texts } from '../../../i18n/texts';
import { Shown } from '../../../parts/states';
import { Page } from '../../../shell/page';
import { EventBody } from './body';

const t = texts({ en: { title: 'Event' }, fr: { title: 'Événement' }, de: { title: 'Ereignis' } });

export default function EventRecord() {
  const eventId = useRoute().params['id'] ?? '';
  const read = useAnswer('readEvent', { path: { eventId } });
  return (
    <Page title={read.data ? `${read.data.type} · ${eventId}` : t('title')}>
      <Shown read={read}>{(event) => <EventBody event={event} />}</Shown>
    </Page>
  );
}
