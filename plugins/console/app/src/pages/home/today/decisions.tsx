import { reply, type OperationId } from '../../../data/call';
import { may } from '../../../data/company';
import { companyId, placed } from '../../../data/place';
import { useRead } from '../../../data/query';
import { texts } from '../../../i18n/texts';
import { Section } from '../../../parts/controls';
import { labelText, manifest } from '../../../shell/manifest';

const t = texts({
  en: {
    title: 'Needs a decision', clear: 'Nothing needs a decision.',
    overdue: { one: '{n} overdue invoice', other: '{n} overdue invoices' },
    bank: { one: '{n} unmatched bank line', other: '{n} unmatched bank lines' },
    rejected: { one: '{n} rejected submission', other: '{n} rejected submissions' },
    webhooks: { one: '{n} disabled webhook', other: '{n} disabled webhooks' },
    connectors: { one: '{n} integration with an error', other: '{n} integrations with an error' },
    orders: { one: '{n} order request', other: '{n} order requests' },
    received: { one: '{n} supplier invoice to check', other: '{n} supplier invoices to check' },
    out: { one: '{n} item out of stock', other: '{n} items out of stock' },
  },
  fr: {
    title: 'À décider', clear: 'Rien n’attend de décision.',
    overdue: { one: '{n} facture en retard', other: '{n} factures en retard' },
    bank: { one: '{n} ligne bancaire à rapprocher', other: '{n} lignes bancaires à rapprocher' },
    rejected: { one: '{n} transmission rejetée', other: '{n} transmissions rejetées' },
    webhooks: { one: '{n} webhook désactivé', other: '{n} webhooks désactivés' },
    connectors: { one: '{n} intégration en erreur', other: '{n} intégrations en erreur' },
    orders: { one: '{n} commande à traiter', other: '{n} commandes à traiter' },
    received: { one: '{n} facture reçue à vérifier', other: '{n} factures reçues à vérifier' },
    out: { one: '{n} article en rupture', other: '{n} articles en rupture' },
  },
  de: {
    title: 'Zu entscheiden', clear: 'Nichts wartet auf eine Entscheidung.',
    overdue: { one: '{n} überfällige Rechnung', other: '{n} überfällige Rechnungen' },
    bank: { one: '{n} offene Bankbuchung', other: '{n} offene Bankbuchungen' },
    rejected: { one: '{n} abgelehnte Übermittlung', other: '{n} abgelehnte Übermittlungen' },
    webhooks: { one: '{n} abgeschalteter Webhook', other: '{n} abgeschaltete Webhooks' },
    connectors: { one: '{n} Integration mit Fehler', other: '{n} Integrationen mit Fehler' },
    orders: { one: '{n} Bestellanfrage', other: '{n} Bestellanfragen' },
    received: { one: '{n} Eingangsrechnung zu prüfen', other: '{n} Eingangsrechnungen zu prüfen' },
    out: { one: '{n} Artikel nicht vorrätig', other: '{n} Artikel nicht vorrätig' },
  },
});

interface Decision {
  id: string;
  operation: OperationId;
  query: Record<string, string>;
  /** Which rows of an answer count, when no filter of the operation says it. */
  counts?: (row: Record<string, unknown>) => boolean;
  label: (n: number) => string;
  route: string;
}

const Own: readonly Decision[] = [
  { id: 'overdue', operation: 'listSales', query: { overdue: 'true', page: '1', size: '1' }, label: (n) => t('overdue', { n }), route: '/sales?overdue=true' },
  { id: 'bank', operation: 'listBankTransactions', query: { status: 'unmatched', limit: '1' }, label: (n) => t('bank', { n }), route: '/reconcile' },
  { id: 'rejected', operation: 'listSales', query: { fiscalStatus: 'rejected', page: '1', size: '1' }, label: (n) => t('rejected', { n }), route: '/sales?fiscalStatus=rejected' },
  { id: 'webhooks', operation: 'listWebhooks', query: { limit: '500' }, counts: (row) => row['enabled'] === false, label: (n) => t('webhooks', { n }), route: '/developers/webhooks' },
  { id: 'connectors', operation: 'listIntegrations', query: { limit: '500' }, counts: (row) => row['state'] === 'error' || row['state'] === 'expired', label: (n) => t('connectors', { n }), route: '/integrations' },
  { id: 'orders', operation: 'listOrderRequests', query: { status: 'received', limit: '1' }, label: (n) => t('orders', { n }), route: '/orders?status=received' },
  { id: 'received', operation: 'listSupplierInvoices', query: { status: 'received', limit: '1' }, label: (n) => t('received', { n }), route: '/supplier-invoices?status=received' },
];

/** What the enabled plugins declare as to be decided. */
function declared(): Decision[] {
  return manifest.value.todo.map((todo) => ({
    id: `${todo.plugin}.${todo.id}`,
    operation: todo.operation as OperationId,
    query: { ...todo.query, limit: '1' },
    label: (n: number) => `${n} · ${labelText(todo.label)}`,
    route: todo.route,
  }));
}

/** How many rows there are, without reading them all. */
async function count({ operation, query, counts }: Decision, signal: AbortSignal): Promise<number> {
  const { body, headers } = await reply(operation, { query, signal });
  if (counts) {
    return (body as unknown as Record<string, unknown>[]).filter(counts).length;
  }
  const total = (body as unknown as { total?: number }).total;
  return total ?? Number(headers.get('X-Total-Count') ?? 0);
}

function Entry({ decision }: { decision: Decision }) {
  const read = useRead([decision.operation, companyId.value, 'count', decision.query], (abort) => count(decision, abort));
  return read.data ? (
    <li>
      <a href={placed(decision.route)}>{decision.label(read.data)}</a>
    </li>
  ) : null;
}

/** Only what is not zero: a list that is always full is no longer looked at. */
export function Decisions({ out }: { out: number }) {
  const shown = [...Own, ...declared()].filter((one) => may(one.operation));
  return (
    <Section title={t('title')}>
      <ul class="decisions">
        {shown.map((decision) => (
          <Entry key={decision.id} decision={decision} />
        ))}
        {out > 0 && (
          <li>
            <a href={placed('/stock?low=true')}>{t('out', { n: out })}</a>
          </li>
        )}
      </ul>
      <p class="decisions-none">{t('clear')}</p>
    </Section>
  );
}
