import { signal } from '@preact/signals';

export type Language = 'en' | 'fr' | 'de';
/** A text, or one for a single thing and one for several, chosen by the value `n`. */
export type Text = string | { one: string; other: string };

export const languages: readonly Language[] = ['en', 'fr', 'de'];

function known(tag: string): Language | undefined {
  return languages.find((one) => tag.toLowerCase().startsWith(one));
}

/** The language of the person, else of the browser. */
export const language = signal<Language>((globalThis.navigator?.languages ?? []).map(known).find(Boolean) ?? 'en');

export function speak(tag: string | null | undefined): void {
  language.value = known(tag ?? '') ?? language.value;
  document.documentElement.lang = language.value;
}

/** The text in the language of the person, with `{name}` replaced by values. */
export function say(all: Record<Language, Text>, values: Record<string, string | number> = {}): string {
  const chosen = all[language.value];
  let text: string;
  if (typeof chosen === 'string') {
    text = chosen;
  } else {
    const rule = new Intl.PluralRules(language.value).select(Number(values['n'] ?? 0));
    text = rule === 'one' ? chosen.one : chosen.other;
  }
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/**
 * The texts of a page. All languages have the same keys, which the compiler checks:
 *
 *     const t = texts({ en: { title: 'Sales' }, fr: { title: 'Ventes' }, de: { title: 'Verkäufe' } });
 *     t('title')
 */
export function texts<K extends string>(all: { en: Record<K, Text>; fr: Record<NoInfer<K>, Text>; de: Record<NoInfer<K>, Text> }) {
  return (key: K, values?: Record<string, string | number>): string =>
    say({ en: all.en[key], fr: all.fr[key], de: all.de[key] }, values);
}
