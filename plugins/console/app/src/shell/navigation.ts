import type { ComponentType } from 'preact';
import type { OperationId } from '../data/call';
import { may, missing, type Missing } from '../data/company';
import type { Language } from '../i18n/texts';

export type GroupId = 'home' | 'sell' | 'buy' | 'stock' | 'people' | 'money' | 'time' | 'books' | 'connect' | 'settings';

export const groupNames: Record<GroupId, Record<Language, string>> = {
  home: { en: 'Home', fr: 'Accueil', de: 'Start' },
  sell: { en: 'Sell', fr: 'Vendre', de: 'Verkaufen' },
  buy: { en: 'Buy', fr: 'Acheter', de: 'Einkaufen' },
  stock: { en: 'Stock', fr: 'Stock', de: 'Lager' },
  people: { en: 'People', fr: 'Tiers', de: 'Partner' },
  money: { en: 'Money', fr: 'Trésorerie', de: 'Geld' },
  time: { en: 'Time', fr: 'Temps', de: 'Zeit' },
  books: { en: 'Books', fr: 'Comptabilité', de: 'Bücher' },
  connect: { en: 'Connect', fr: 'Connecter', de: 'Verbinden' },
  settings: { en: 'Settings', fr: 'Paramètres', de: 'Einstellungen' },
};

type Load = () => Promise<{ default: ComponentType }>;

export interface Entry {
  id: string;
  group: GroupId;
  label: Record<Language, string>;
  /** Address below the company. */
  route: string;
  /** The operations that the page cannot do without. */
  needs: readonly OperationId[];
  /** The letter after `g` that opens the page. */
  key?: string;
  page: Load;
  /** Pages below this one, by the rest of their address: `/new`, `/:id`. */
  below?: Record<string, Load>;
  /** What `n` makes on this page: the rest of its address. */
  create?: { label: Record<Language, string>; route: string; needs: OperationId };
}

/** All pages of the console itself. Those of plugins come from the manifest. */
export const entries: readonly Entry[] = [
  {
    id: 'today', group: 'home', route: '/', key: 'h', needs: ['readSummary'],
    label: { en: 'Today', fr: 'Aujourd’hui', de: 'Heute' },
    page: () => import('../pages/home/today/page'),
  },
  {
    id: 'sales', group: 'sell', route: '/sales', key: 's', needs: ['listSales'],
    label: { en: 'Sales', fr: 'Ventes', de: 'Verkäufe' },
    page: () => import('../pages/sell/sales/page'),
    below: { '/new': () => import('../pages/sell/sales/new'), '/:id': () => import('../pages/sell/sales/record') },
    create: { label: { en: 'New sale', fr: 'Nouvelle vente', de: 'Neuer Verkauf' }, route: '/sales/new', needs: 'createSale' },
  },
  {
    id: 'quotes', group: 'sell', route: '/quotes', key: 'q', needs: ['listQuotes'],
    label: { en: 'Quotes', fr: 'Devis', de: 'Angebote' },
    page: () => import('../pages/sell/quotes/page'),
    below: { '/new': () => import('../pages/sell/quotes/new'), '/:id': () => import('../pages/sell/quotes/record') },
    create: { label: { en: 'New quote', fr: 'Nouveau devis', de: 'Neues Angebot' }, route: '/quotes/new', needs: 'createQuote' },
  },
  {
    id: 'recurring', group: 'sell', route: '/recurring', needs: ['listRecurringSales'],
    label: { en: 'Recurring', fr: 'Récurrentes', de: 'Wiederkehrend' },
    page: () => import('../pages/sell/recurring/page'),
  },
  {
    id: 'till', group: 'sell', route: '/till', key: 't', needs: ['createSale', 'openCashSession'],
    label: { en: 'Till', fr: 'Caisse', de: 'Kasse' },
    page: () => import('../pages/sell/till/page'),
  },
  {
    id: 'stays', group: 'sell', route: '/stays', needs: ['listStays'],
    label: { en: 'Stays', fr: 'Séjours', de: 'Aufenthalte' },
    page: () => import('../pages/sell/stays/page'),
  },
  {
    id: 'orders', group: 'sell', route: '/orders', needs: ['listOrderRequests'],
    label: { en: 'Orders', fr: 'Commandes', de: 'Bestellungen' },
    page: () => import('../pages/sell/orders/page'),
  },
  {
    id: 'purchases', group: 'buy', route: '/purchases', key: 'b', needs: ['listPurchases'],
    label: { en: 'Purchases', fr: 'Achats', de: 'Einkäufe' },
    page: () => import('../pages/buy/purchases/page'),
    below: { '/new': () => import('../pages/buy/purchases/new'), '/:id': () => import('../pages/buy/purchases/record') },
    create: { label: { en: 'New purchase', fr: 'Nouvel achat', de: 'Neuer Einkauf' }, route: '/purchases/new', needs: 'createPurchase' },
  },
  {
    id: 'expenses', group: 'buy', route: '/expenses', key: 'x', needs: ['listExpenses'],
    label: { en: 'Expenses', fr: 'Dépenses', de: 'Ausgaben' },
    page: () => import('../pages/buy/expenses/page'),
    create: { label: { en: 'New expenses', fr: 'Nouvelles dépenses', de: 'Neue Ausgaben' }, route: '/expenses?create=1', needs: 'createExpense' },
  },
  {
    id: 'supplier-invoices', group: 'buy', route: '/supplier-invoices', needs: ['listSupplierInvoices'],
    label: { en: 'Supplier invoices', fr: 'Factures reçues', de: 'Eingangsrechnungen' },
    page: () => import('../pages/buy/supplier-invoices/page'),
  },
  {
    id: 'items', group: 'stock', route: '/items', key: 'i', needs: ['listItems'],
    label: { en: 'Items', fr: 'Articles', de: 'Artikel' },
    page: () => import('../pages/stock/items/page'),
    below: { '/:id': () => import('../pages/stock/items/record') },
    create: { label: { en: 'New item', fr: 'Nouvel article', de: 'Neuer Artikel' }, route: '/items?create=1', needs: 'createItem' },
  },
  {
    id: 'levels', group: 'stock', route: '/stock', key: 'l', needs: ['listStock'],
    label: { en: 'Levels', fr: 'Niveaux', de: 'Bestände' },
    page: () => import('../pages/stock/levels/page'),
  },
  {
    id: 'movements', group: 'stock', route: '/stock/movements', needs: ['listStockMovements'],
    label: { en: 'Movements', fr: 'Mouvements', de: 'Bewegungen' },
    page: () => import('../pages/stock/movements/page'),
  },
  {
    id: 'transfers', group: 'stock', route: '/stock/transfers', needs: ['listStockTransfers'],
    label: { en: 'Transfers', fr: 'Transferts', de: 'Umlagerungen' },
    page: () => import('../pages/stock/transfers/page'),
    create: { label: { en: 'New transfer', fr: 'Nouveau transfert', de: 'Neue Umlagerung' }, route: '/stock/transfers?create=1', needs: 'createStockTransfer' },
  },
  {
    id: 'counts', group: 'stock', route: '/stock/counts', needs: ['listStockCounts'],
    label: { en: 'Counts', fr: 'Inventaires', de: 'Inventuren' },
    page: () => import('../pages/stock/counts/page'),
    create: { label: { en: 'New count', fr: 'Nouvel inventaire', de: 'Neue Inventur' }, route: '/stock/counts/new', needs: 'createStockCount' },
    below: { '/:id': () => import('../pages/stock/counts/record') },
  },
  {
    id: 'partners', group: 'people', route: '/partners', key: 'p', needs: ['listPartners'],
    label: { en: 'Partners', fr: 'Tiers', de: 'Partner' },
    page: () => import('../pages/people/partners/page'),
    below: { '/:id': () => import('../pages/people/partners/record') },
    create: { label: { en: 'New partner', fr: 'Nouveau tiers', de: 'Neuer Partner' }, route: '/partners?create=1', needs: 'createPartner' },
  },
  {
    id: 'wallets', group: 'money', route: '/wallets', key: 'w', needs: ['listWallets'],
    label: { en: 'Wallets', fr: 'Portefeuilles', de: 'Konten' },
    page: () => import('../pages/money/wallets/page'),
    below: { '/:id': () => import('../pages/money/wallets/record') },
  },
  {
    id: 'reconcile', group: 'money', route: '/reconcile', key: 'r', needs: ['listBankTransactions'],
    label: { en: 'Reconcile', fr: 'Rapprochement', de: 'Abgleich' },
    page: () => import('../pages/money/reconcile/page'),
  },
  {
    id: 'till-sessions', group: 'money', route: '/till-sessions', needs: ['listCashSessions'],
    label: { en: 'Till sessions', fr: 'Sessions de caisse', de: 'Kassensitzungen' },
    page: () => import('../pages/money/till-sessions/page'),
  },
  {
    id: 'budgets', group: 'money', route: '/budgets', needs: ['listBudgets'],
    label: { en: 'Budgets', fr: 'Budgets', de: 'Budgets' },
    page: () => import('../pages/money/budgets/page'),
  },
  {
    id: 'time', group: 'time', route: '/time', key: 'm', needs: ['listTimeEntries'],
    label: { en: 'Entries', fr: 'Saisies', de: 'Einträge' },
    page: () => import('../pages/time/entries/page'),
  },
  {
    id: 'receivables', group: 'books', route: '/reports/receivables', needs: ['listReceivables'],
    label: { en: 'Receivables', fr: 'Créances', de: 'Forderungen' },
    page: () => import('../pages/books/receivables/page'),
  },
  {
    id: 'payables', group: 'books', route: '/reports/payables', needs: ['listPayables'],
    label: { en: 'Payables', fr: 'Dettes', de: 'Verbindlichkeiten' },
    page: () => import('../pages/books/payables/page'),
  },
  {
    id: 'taxes', group: 'books', route: '/reports/taxes', needs: ['readTaxes'],
    label: { en: 'Taxes', fr: 'Taxes', de: 'Steuern' },
    page: () => import('../pages/books/taxes/page'),
  },
  {
    id: 'exports', group: 'books', route: '/exports', key: 'e', needs: ['listCharts'],
    label: { en: 'Exports', fr: 'Exports', de: 'Exporte' },
    page: () => import('../pages/books/exports/page'),
  },
  {
    id: 'compliance', group: 'books', route: '/compliance', key: 'f', needs: ['readFiscal'],
    label: { en: 'Compliance', fr: 'Conformité', de: 'Fiskalisches' },
    page: () => import('../pages/books/compliance/page'),
    below: { '/journal': () => import('../pages/books/compliance/journal'), '/:regime': () => import('../pages/books/compliance/regime') },
  },
  {
    id: 'integrations', group: 'connect', route: '/integrations', needs: ['listIntegrations'],
    label: { en: 'Integrations', fr: 'Intégrations', de: 'Integrationen' },
    page: () => import('../pages/connect/integrations/page'),
    below: { '/:provider': () => import('../pages/connect/integrations/provider') },
  },
  {
    id: 'keys', group: 'connect', route: '/developers/keys', key: 'k', needs: ['listApiKeys'],
    label: { en: 'Keys', fr: 'Clés', de: 'Schlüssel' },
    page: () => import('../pages/connect/keys/page'),
    below: { '/:id': () => import('../pages/connect/keys/record') },
    create: { label: { en: 'New key', fr: 'Nouvelle clé', de: 'Neuer Schlüssel' }, route: '/developers/keys?create=1', needs: 'createApiKey' },
  },
  {
    id: 'webhooks', group: 'connect', route: '/developers/webhooks', needs: ['listWebhooks'],
    label: { en: 'Webhooks', fr: 'Webhooks', de: 'Webhooks' },
    page: () => import('../pages/connect/webhooks/page'),
    below: { '/:id': () => import('../pages/connect/webhooks/record') },
    create: { label: { en: 'New webhook', fr: 'Nouveau webhook', de: 'Neuer Webhook' }, route: '/developers/webhooks?create=1', needs: 'createWebhook' },
  },
  {
    id: 'events', group: 'connect', route: '/developers/events', key: 'v', needs: ['listEvents'],
    label: { en: 'Events', fr: 'Événements', de: 'Ereignisse' },
    page: () => import('../pages/connect/events/page'),
    below: { '/:id': () => import('../pages/connect/events/record') },
  },
  {
    id: 'api', group: 'connect', route: '/developers/api', needs: [],
    label: { en: 'API', fr: 'API', de: 'API' },
    page: () => import('../pages/connect/api/page'),
  },
  {
    id: 'company', group: 'settings', route: '/settings/company', key: 'c', needs: ['updateCompany'],
    label: { en: 'Company', fr: 'Entreprise', de: 'Unternehmen' },
    page: () => import('../pages/settings/company/page'),
  },
  {
    id: 'units', group: 'settings', route: '/settings/units', needs: ['updateBusinessUnit'],
    label: { en: 'Units and places', fr: 'Établissements et lieux', de: 'Standorte und Lager' },
    page: () => import('../pages/settings/units/page'),
  },
  {
    id: 'numbering', group: 'settings', route: '/settings/numbering', needs: ['updateNumbering'],
    label: { en: 'Numbering', fr: 'Numérotation', de: 'Nummernkreise' },
    page: () => import('../pages/settings/numbering/page'),
  },
  {
    id: 'members', group: 'settings', route: '/settings/members', needs: ['listMembers'],
    label: { en: 'Members', fr: 'Membres', de: 'Mitglieder' },
    page: () => import('../pages/settings/members/page'),
  },
  {
    id: 'roles', group: 'settings', route: '/settings/roles', needs: ['listRoles'],
    label: { en: 'Roles', fr: 'Rôles', de: 'Rollen' },
    page: () => import('../pages/settings/roles/page'),
  },
  {
    id: 'security', group: 'settings', route: '/settings/security', needs: ['listSecurityChanges'],
    label: { en: 'Security log', fr: 'Journal de sécurité', de: 'Sicherheitsprotokoll' },
    page: () => import('../pages/settings/security/page'),
  },
  {
    id: 'plan', group: 'settings', route: '/settings/plan', needs: ['readPlan'],
    label: { en: 'Plan', fr: 'Forfait', de: 'Tarif' },
    page: () => import('../pages/settings/plan/page'),
  },
];

/** Why a page is not available here; null when it is. */
export function missingFor(entry: Entry): Missing | null {
  return entry.needs.map(missing).find((one) => one !== null) ?? null;
}

/** The pages that the person has here. */
export function available(): Entry[] {
  return entries.filter((entry) => entry.needs.every(may));
}
