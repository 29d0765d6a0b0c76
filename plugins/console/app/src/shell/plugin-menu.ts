import { holds } from '../data/company';
import { labelText, manifest } from './manifest';
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
  return manifest.value.menu
    .filter((one) => !one.scope || holds(one.scope))
    .sort((a, b) => (a.order ?? 100) - (b.order ?? 100))
    .map((one) => ({ id: `${one.plugin}.${one.id}`, group: one.group, route: one.route, label: labelText(one.label), key: one.key }));
}
