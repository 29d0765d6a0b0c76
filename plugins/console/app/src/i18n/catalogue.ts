import { effect, signal } from '@preact/signals';
import { language, type Language } from './texts';

/** The names that the contract gives rise to, in one language. */
export interface Catalogue {
  /** Names of fields and parameters, as labels and heads of columns. */
  fields: Record<string, string>;
  /** Words for values of enumerations: `value`, or `field.value` where a field means something else by it. */
  words: Record<string, string>;
  /** What the codes of refusals mean. */
  codes: Record<string, string>;
}

/** One file a language, loaded when the language is spoken. */
export const catalogues: Record<Language, () => Promise<Catalogue>> = {
  en: () => import('./en/catalogue'),
  fr: () => import('./fr/catalogue'),
  de: () => import('./de/catalogue'),
};

/** The catalogue of the language; empty until it has come, and names are spelled from the contract meanwhile. */
export const catalogue = signal<Catalogue>({ fields: {}, words: {}, codes: {} });

let loading: Promise<void> = Promise.resolve();

effect(() => {
  const wanted = language.value;
  loading = catalogues[wanted]()
    .then((loaded) => {
      if (language.peek() === wanted) {
        catalogue.value = loaded;
      }
    })
    .catch(() => undefined);
});

/** Resolves when the names of the language are there, or cannot be had. */
export function readCatalogue(): Promise<void> {
  return loading;
}
