import { holds } from '../data/company';
import { language } from '../i18n/texts';
import { manifest } from './manifest';
import type { GroupId } from './navigation';

export interface PluginLink {
  id: string;
  group: GroupId;
  route: string;
  label: string;
  /** The letter after `g` that opens it. */
  key: string | undefined;
}

/** The entries that enabled plugins add to the menu, as far as the person may see them. */
export function pluginMenu(): PluginLink[] {
  return manifest.value.plugins
    .flatMap((plugin) => (plugin.menu ?? []).map((one) => ({ one, id: `${plugin.id}.${one.id}` })))
    .filter(({ one }) => !one.scope || holds(one.scope))
    .sort((a, b) => (a.one.order ?? 100) - (b.one.order ?? 100))
    .map(({ one, id }) => ({ id, group: one.group, route: one.route, label: one.label[language.value] ?? one.label.en, key: one.key }));
}
