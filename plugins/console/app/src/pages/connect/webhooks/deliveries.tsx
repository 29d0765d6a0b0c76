import { useAddress } from '../../../data/address';
import type { Row } from '../../../data/call';
import { useAnswer } from '../../../data/query';
import { instantText, relativeText } from '../../../i18n/dates';
import { word } from '../../../i18n/names';
import { texts } from '../../../i18n/texts';
import { Badge, Button, Section } from '../../../parts/controls';
import { Shown } from '../../../parts/states';
import { Countdown } from './countdown';
import { DeliveryPanel } from './delivery';
import type { Webhook } from './state';

const t = texts({
  en: { title: 'The last 50 deliveries', all: 'All', none: 'Nothing was delivered yet. Send a ping to try the receiver.', noneSuch: 'No delivery is in this state.', refresh: 'Read again', event: 'Event', status: 'State', http: 'Status', ms: 'ms', attempt: 'Attempt', at: 'At', next: 'Next attempt' },
  fr: { title: 'Les 50 dernières livraisons', all: 'Toutes', none: 'Rien n’a encore été livré. Envoyez un ping pour essayer le récepteur.', noneSuch: 'Aucune livraison n’est dans cet état.', refresh: 'Relire', event: 'Événement', status: 'État', http: 'Statut', ms: 'ms', attempt: 'Tentative', at: 'À', next: 'Prochaine tentative' },
  de: { title: 'Die letzten 50 Zustellungen', all: 'Alle', none: 'Noch wurde nichts zugestellt. Probieren Sie den Empfänger mit einem Ping.', noneSuch: 'Keine Zustellung ist in diesem Zustand.', refresh: 'Neu lesen', event: 'Ereignis', status: 'Zustand', http: 'Status', ms: 'ms', attempt: 'Versuch', at: 'Um', next: 'Nächster Versuch' },
});

export type Delivery = Row<'listWebhookDeliveries'>;

const Heads = ['status', 'event', 'http', 'ms', 'attempt', 'at', 'next'] as const;

/** The deliveries of a webhook by state; one of them opens beside the list. */
export function Deliveries({ webhook }: { webhook: Webhook }) {
  const address = useAddress();
  const read = useAnswer('listWebhookDeliveries', { path: { id: webhook.id }, query: { limit: '50' } });
  const state = address.query['state'] ?? '';
  const opened = read.data?.data.find((one) => one.id === address.query['open']);
  const tab = (value: string, label: string, count: number) => (
    <button key={value} type="button" aria-pressed={state === value} class={`button quiet tab${state === value ? ' chosen' : ''}`} onClick={() => address.set({ state: value || undefined }, true)}>
      {label} {count}
    </button>
  );
  return (
    <Section title={t('title')} acts={<Button onClick={read.again}>{t('refresh')}</Button>}>
      <Shown read={read} rows={6}>
        {({ data }) => {
          const states = [...new Set(data.map((one) => one.status))].sort();
          const rows = state ? data.filter((one) => one.status === state) : data;
          return data.length === 0 ? (
            <p>{t('none')}</p>
          ) : (
            <>
              <div class="views">
                {tab('', t('all'), data.length)}
                {states.map((one) => tab(one, word(one), data.filter((delivery) => delivery.status === one).length))}
              </div>
              <div class="list delivery-list">
                <div class="list-main scroll">{rows.length > 0 ? <Rows rows={rows} opened={opened?.id} open={(id) => address.set({ open: id }, opened !== undefined)} due={read.again} /> : <p>{t('noneSuch')}</p>}</div>
                {opened && <DeliveryPanel key={opened.id} webhook={webhook} delivery={opened} close={() => address.set({ open: undefined })} />}
              </div>
            </>
          );
        }}
      </Shown>
    </Section>
  );
}

function Rows({ rows, opened, open, due }: { rows: Delivery[]; opened: string | undefined; open: (id: string) => void; due: () => void }) {
  return (
    <table>
      <thead>
        <tr>
          {Heads.map((head) => (
            <th key={head} scope="col">
              {t(head)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((one) => (
          <tr key={one.id} class={one.id === opened ? 'chosen' : ''}>
            <td>
              <Badge value={one.status} />
            </td>
            <td>
              <Button kind="quiet" aria-expanded={one.id === opened} onClick={() => open(one.id)}>
                {one.event}
              </Button>
            </td>
            <td>{one.httpStatus ?? (one.error ? word(one.error) : '')}</td>
            <td>{one.durationMs}</td>
            <td>{one.attempt}</td>
            <td title={instantText(one.date)}>{relativeText(one.date)}</td>
            <td>{one.nextAttemptAt && <Countdown to={one.nextAttemptAt} due={due} />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
