import { language, type Language } from '../../i18n/texts';

/** Modules as the service names them, in the other languages. */
const names: Record<string, Record<Exclude<Language, 'en'>, string>> = {
  Compliance: { fr: 'Conformité', de: 'Fiskalisches' },
  Dashboard: { fr: 'Tableau de bord', de: 'Übersicht' },
  'Events and webhooks': { fr: 'Événements et webhooks', de: 'Ereignisse und Webhooks' },
  Integrations: { fr: 'Intégrations', de: 'Integrationen' },
  'Online orders': { fr: 'Commandes en ligne', de: 'Online-Bestellungen' },
  Partners: { fr: 'Tiers', de: 'Partner' },
  Purchases: { fr: 'Achats', de: 'Einkäufe' },
  Reports: { fr: 'Rapports', de: 'Berichte' },
  Sales: { fr: 'Ventes', de: 'Verkäufe' },
  Settings: { fr: 'Paramètres', de: 'Einstellungen' },
  Stays: { fr: 'Séjours', de: 'Aufenthalte' },
  'Stock and catalogue': { fr: 'Stock et catalogue', de: 'Lager und Katalog' },
  Time: { fr: 'Temps', de: 'Zeit' },
  Treasury: { fr: 'Trésorerie', de: 'Geld' },
};

export function moduleName(module: string): string {
  return language.value === 'en' ? module : (names[module]?.[language.value] ?? module);
}
