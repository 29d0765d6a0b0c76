import type { Language } from './texts';

/** Names of the fields of the API, as labels and heads of columns. */
export const fieldNames: Record<string, Record<Language, string>> = {
  amount: { en: 'Amount', fr: 'Montant', de: 'Betrag' },
  balance: { en: 'Balance', fr: 'Solde', de: 'Offen' },
  date: { en: 'Date', fr: 'Date', de: 'Datum' },
  name: { en: 'Name', fr: 'Nom', de: 'Name' },
};
