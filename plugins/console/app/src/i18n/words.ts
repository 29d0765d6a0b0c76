import type { Language } from './texts';

/** Words for the values of enumerations of the API. */
export const words: Record<string, Record<Language, string>> = {
  paid: { en: 'Paid', fr: 'Payée', de: 'Bezahlt' },
  unpaid: { en: 'Unpaid', fr: 'Impayée', de: 'Unbezahlt' },
};
