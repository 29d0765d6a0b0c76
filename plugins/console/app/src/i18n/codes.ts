import type { Language } from './texts';

/** What the codes of refusals mean; `{detail}` is what follows the colon of the code. */
export const sentences: Record<string, Record<Language, string>> = {
  'no-answer': {
    en: 'The service did not answer.',
    fr: 'Le service n’a pas répondu.',
    de: 'Der Dienst hat nicht geantwortet.',
  },
};
