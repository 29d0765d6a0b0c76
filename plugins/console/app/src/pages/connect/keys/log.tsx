import { useAddress } from '../../../data/address';
import type { Row } from '../../../data/call';
import { placed } from '../../../data/place';
import { instantText } from '../../../i18n/dates';
import { texts } from '../../../i18n/texts';
import { Copy, Facts, Section } from '../../../parts/controls';
import { SidePanel } from '../../../parts/dialog';
import { readyColumns } from '../../../parts/list/columns';
import { useRows } from '../../../parts/list/loading';
import { Table } from '../../../parts/list/table';
import { Failure, Loading } from '../../../parts/states';
import { momentOf, objectOf } from './request';
import './log.css';

const t = texts({
  en: {
    title: 'Requests of the last 7 days', failed: 'Failed only', none: 'No request yet.', noneFailed: 'None of the requests read so far failed.', at: 'At', method: 'Method', path: 'Path', status: 'Status', code: 'Code', ms: 'ms', id: 'Request',
    key: 'Idempotency key', address: 'Address', object: 'Events of this object', moment: 'Events of this moment',
  },
  fr: {
    title: 'Requêtes des 7 derniers jours', failed: 'En échec seulement', none: 'Aucune requête.', noneFailed: 'Aucune des requêtes lues n’a échoué.', at: 'À', method: 'Méthode', path: 'Chemin', status: 'Statut', code: 'Code', ms: 'ms', id: 'Requête',
    key: 'Clé d’idempotence', address: 'Adresse', object: 'Événements de cet objet', moment: 'Événements de ce moment',
  },
  de: {
    title: 'Anfragen der letzten 7 Tage', failed: 'Nur fehlgeschlagene', none: 'Noch keine Anfrage.', noneFailed: 'Keine der gelesenen Anfragen ist fehlgeschlagen.', at: 'Um', method: 'Methode', path: 'Pfad', status: 'Status', code: 'Code', ms: 'ms', id: 'Anfrage',
    key: 'Idempotenzschlüssel', address: 'Adresse', object: 'Ereignisse dieses Objekts', moment: 'Ereignisse dieses Augenblicks',
  },
});

type Request = Row<'listApiKeyRequests'>;

/** The newest requests of a key, so that the reason of a failure is found without asking anyone. */
export function RequestLog({ keyId }: { keyId: string }) {
  const address = useAddress();
  const list = useRows('listApiKeyRequests', { keyId }, {});
  const failedOnly = address.query['failed'] === '1';
  const rows = failedOnly ? list.rows.filter((one) => one.status >= 400) : list.rows;
  const opened = list.rows.find((one) => one.id === address.query['open']);
  const columns = readyColumns('listApiKeyRequests', [
    { field: 'status', label: t('status'), width: 72, show: (one) => <Status status={one.status} /> },
    { field: 'method', label: t('method'), width: 72 },
    { field: 'path', label: t('path'), width: 320, show: (one) => <code>{shortPath(one.path)}</code> },
    { field: 'message', label: t('code'), width: 200 },
    { field: 'durationMs', label: t('ms'), width: 64 },
    { field: 'at', label: t('at') },
  ]);
  const toggle = (
    <label class="check">
      <input type="checkbox" checked={failedOnly} onChange={(event) => address.set({ failed: event.currentTarget.checked ? '1' : undefined }, true)} />
      {t('failed')}
    </label>
  );
  return (
    <Section title={t('title')} acts={toggle}>
      {list.problem && !list.ready && <Failure problem={list.problem} again={list.again} />}
      {!list.ready && !list.problem && <Loading rows={6} again={list.again} />}
      {list.ready && rows.length === 0 && <p class="help">{t(failedOnly && list.rows.length > 0 ? 'noneFailed' : 'none')}</p>}
      <div class="list key-log">
        {rows.length > 0 && (
          <Table
            label={t('title')}
            columns={columns}
            rows={rows}
            total={null}
            idOf={(one) => one.id}
            open={(one) => address.set({ open: one.id }, opened !== undefined)}
            opened={opened?.id}
            sort=""
            sorts={[]}
            setSort={() => undefined}
            more={list.more}
          />
        )}
        {opened && <RequestPanel request={opened} close={() => address.set({ open: undefined })} />}
      </div>
    </Section>
  );
}

function shortPath(path: string): string {
  return path.replace(/^\/companies\/[^/?]+/, '…');
}

function Status({ status }: { status: number }) {
  return <span class={`badge ${status < 400 ? 'ok' : status < 500 ? 'warn' : 'bad'}`}>{status}</span>;
}

function RequestPanel({ request, close }: { request: Request; close: () => void }) {
  const object = objectOf(request.path);
  const { from, to } = momentOf(request.at, request.durationMs);
  return (
    <SidePanel title={`${request.method} ${shortPath(request.path)}`} close={close}>
      <Facts
        rows={[
          [t('status'), <Status status={request.status} />],
          [t('code'), request.message && <code>{request.message}</code>],
          [t('at'), <span title={request.at}>{instantText(request.at)}</span>],
          [t('ms'), String(request.durationMs)],
          [t('address'), request.address],
          [t('key'), request.idempotencyKey && <code>{request.idempotencyKey}</code>],
          [
            t('id'),
            <>
              <code>{request.id}</code> <Copy text={request.id} />
            </>,
          ],
        ]}
      />
      <pre class="wrap">{request.path}</pre>
      <div class="acts">
        {object && (
          <a class="button" href={placed(`/developers/events?window=all&objectId=${object}`)}>
            {t('object')}
          </a>
        )}
        {request.method !== 'GET' && request.status < 400 && (
          <a class="button" href={placed(`/developers/events?from=${encodeURIComponent(from)}&to=${encodeURIComponent(to)}`)}>
            {t('moment')}
          </a>
        )}
      </div>
    </SidePanel>
  );
}
