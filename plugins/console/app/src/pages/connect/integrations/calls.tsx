import { useAddress } from '../../../data/address';
import { texts } from '../../../i18n/texts';
import { Badge, Section } from '../../../parts/controls';
import { readyColumns } from '../../../parts/list/columns';
import { useRows } from '../../../parts/list/loading';
import { Table } from '../../../parts/list/table';
import { Failure, Loading } from '../../../parts/states';

const t = texts({
  en: { title: 'Calls of the last 30 days', failed: 'Failed only', none: 'No call yet.', direction: 'Direction', out: 'to the provider', in: 'from the provider', outcome: 'Outcome', method: 'Method', path: 'Path', status: 'Status', ms: 'ms', code: 'Code', at: 'At', request: 'Request' },
  fr: { title: 'Appels des 30 derniers jours', failed: 'En échec seulement', none: 'Aucun appel.', direction: 'Sens', out: 'vers le prestataire', in: 'du prestataire', outcome: 'Résultat', method: 'Méthode', path: 'Chemin', status: 'Statut', ms: 'ms', code: 'Code', at: 'À', request: 'Requête' },
  de: { title: 'Aufrufe der letzten 30 Tage', failed: 'Nur fehlgeschlagene', none: 'Noch kein Aufruf.', direction: 'Richtung', out: 'zum Anbieter', in: 'vom Anbieter', outcome: 'Ergebnis', method: 'Methode', path: 'Pfad', status: 'Status', ms: 'ms', code: 'Code', at: 'Um', request: 'Anfrage' },
});

/** What was exchanged with the provider, newest first, without secrets and bodies. */
export function Calls({ provider }: { provider: string }) {
  const address = useAddress();
  const list = useRows('listProviderCalls', { provider }, {});
  const failed = address.query['failed'] === '1';
  const rows = failed ? list.rows.filter((one) => one.outcome !== 'succeeded') : list.rows;
  const columns = readyColumns('listProviderCalls', [
    { field: 'at', label: t('at') },
    { field: 'direction', label: t('direction'), width: 140, show: (one) => t(one.direction), text: (one) => one.direction },
    { field: 'outcome', label: t('outcome'), width: 120, show: (one) => <Badge value={one.outcome} tone={one.outcome === 'succeeded' ? 'ok' : 'bad'} /> },
    { field: 'method', label: t('method'), width: 72 },
    { field: 'path', label: t('path'), width: 240, show: (one) => <code>{one.path}</code> },
    { field: 'status', label: t('status'), width: 72, text: (one) => String(one.status ?? '') },
    { field: 'durationMs', label: t('ms'), width: 64 },
    { field: 'errorCode', label: t('code'), width: 200, text: (one) => [one.errorCode, one.errorMessage].filter(Boolean).join(': ') },
    { field: 'requestId', label: t('request'), width: 120 },
  ]);
  const toggle = (
    <label class="check">
      <input type="checkbox" checked={failed} onChange={(event) => address.set({ failed: event.currentTarget.checked ? '1' : undefined }, true)} />
      {t('failed')}
    </label>
  );
  return (
    <Section title={t('title')} acts={toggle}>
      {list.problem && !list.ready && <Failure problem={list.problem} again={list.again} />}
      {!list.ready && !list.problem && <Loading rows={4} again={list.again} />}
      {list.ready && rows.length === 0 && <p class="help">{t('none')}</p>}
      {rows.length > 0 && (
        <div class="list calls">
          <Table label={t('title')} columns={columns} rows={rows} total={null} idOf={(one) => one.id} sort="" sorts={[]} setSort={() => undefined} more={list.more} />
        </div>
      )}
    </Section>
  );
}
