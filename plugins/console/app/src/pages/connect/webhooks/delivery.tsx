import { useState } from 'preact/hooks';
import { call, newKey } from '../../../data/call';
import { may } from '../../../data/company';
import { placed } from '../../../data/place';
import { asProblem } from '../../../data/problem';
import { changed, useAnswer } from '../../../data/query';
import { instantText } from '../../../i18n/dates';
import { sentence, word } from '../../../i18n/names';
import { texts } from '../../../i18n/texts';
import { Badge, Button, Code, Facts, Section } from '../../../parts/controls';
import { SidePanel } from '../../../parts/dialog';
import { notify } from '../../../parts/notices';
import { Shown } from '../../../parts/states';
import { Json } from '../../../parts/tree';
import { Countdown } from './countdown';
import type { Delivery } from './deliveries';
import type { Webhook } from './state';

const t = texts({
  en: { replay: 'Send again', replayed: '{event} is sent again.', attempts: 'Attempts', attempt: 'Attempt {n}', took: '{ms} ms', next: 'Next attempt in', none: 'No attempt was made.', body: 'Body', ping: 'A ping is not in the journal: its body is not kept.', answer: 'Answer of the receiver', event: 'Event', delivery: 'Delivery', state: 'State', noAnswer: 'no answer' },
  fr: { replay: 'Renvoyer', replayed: '{event} est renvoyé.', attempts: 'Tentatives', attempt: 'Tentative {n}', took: '{ms} ms', next: 'Prochaine tentative dans', none: 'Aucune tentative n’a été faite.', body: 'Corps', ping: 'Un ping n’est pas au journal : son corps n’est pas gardé.', answer: 'Réponse du récepteur', event: 'Événement', delivery: 'Livraison', state: 'État', noAnswer: 'pas de réponse' },
  de: { replay: 'Erneut senden', replayed: '{event} wird erneut gesendet.', attempts: 'Versuche', attempt: 'Versuch {n}', took: '{ms} ms', next: 'Nächster Versuch in', none: 'Es gab keinen Versuch.', body: 'Inhalt', ping: 'Ein Ping steht nicht im Journal: sein Inhalt wird nicht aufbewahrt.', answer: 'Antwort des Empfängers', event: 'Ereignis', delivery: 'Zustellung', state: 'Zustand', noAnswer: 'keine Antwort' },
});

/** One delivery: its attempts in time, what was sent, and what the receiver said. */
export function DeliveryPanel({ webhook, delivery, close }: { webhook: Webhook; delivery: Delivery; close: () => void }) {
  const [intent, setIntent] = useState(newKey);
  const replay = async () => {
    try {
      await call('replayWebhookDelivery', { path: { id: webhook.id, deliveryId: delivery.id }, key: intent });
      setIntent(newKey());
      notify(t('replayed', { event: delivery.event }));
    } catch (error) {
      notify(sentence(asProblem(error)), { failed: true });
    }
    void changed('listWebhookDeliveries', 'readWebhook');
  };
  const acts = may('replayWebhookDelivery') && delivery.status !== 'pending' && webhook.enabled && <Button onClick={replay}>{t('replay')}</Button>;
  return (
    <SidePanel title={delivery.event} close={close} acts={acts}>
      <Facts
        rows={[
          [t('state'), <Badge value={delivery.status} />],
          [t('event'), delivery.event === 'ping' ? <code>{delivery.eventId}</code> : <a href={placed(`/developers/events/${delivery.eventId}`)}>{delivery.eventId}</a>],
          [t('delivery'), <code>{delivery.id}</code>],
        ]}
      />
      <Section title={t('attempts')}>
        <Attempts delivery={delivery} />
      </Section>
      {delivery.responseExcerpt && (
        <Section title={t('answer')}>
          <Code text={delivery.responseExcerpt} />
        </Section>
      )}
      <Section title={t('body')}>{delivery.event === 'ping' ? <p>{t('ping')}</p> : <EventBody id={delivery.eventId} />}</Section>
    </SidePanel>
  );
}

function Attempts({ delivery }: { delivery: Delivery }) {
  const made = [...delivery.attempts].sort((a, b) => a.attempt - b.attempt);
  if (made.length === 0 && !delivery.nextAttemptAt) {
    return <p>{t('none')}</p>;
  }
  return (
    <ol class="attempts">
      {made.map((one) => (
        <li key={one.attempt} class={one.error ? 'failed' : ''}>
          <strong>{t('attempt', { n: one.attempt })}</strong> · <span title={one.at}>{instantText(one.at)}</span>
          <br />
          {one.httpStatus ?? t('noAnswer')} · {t('took', { ms: one.durationMs })}
          {one.error && <> · {word(one.error)}</>}
        </li>
      ))}
      {delivery.nextAttemptAt && (
        <li class="next">
          {t('next')} <Countdown to={delivery.nextAttemptAt} due={() => void changed('listWebhookDeliveries')} />
        </li>
      )}
    </ol>
  );
}

function EventBody({ id }: { id: string }) {
  const event = useAnswer('readEvent', { path: { eventId: id } });
  return <Shown read={event}>{(body) => <Json value={body} />}</Shown>;
}
