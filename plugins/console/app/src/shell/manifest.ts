import { signal } from '@preact/signals';
import { language, type Language } from '../i18n/texts';
import type { GroupId } from './navigation';

export type Label = { en: string } & Partial<Record<Language, string>>;

/** The label in the language of the person, as far as the plugin has it. */
export function labelText(label: Label): string {
  return label[language.value] ?? label.en;
}

interface Contribution {
  /** Identifier of the plugin. */
  plugin: string;
}

export interface PluginMenu extends Contribution {
  id: string;
  group: GroupId;
  label: Label;
  icon?: string;
  route: string;
  scope?: string;
  key?: string;
  order?: number;
}

export interface DeclaredPage extends Contribution {
  route: string;
  kind: 'list' | 'record' | 'module';
  operation?: string;
  columns?: string[];
  filters?: string[];
  create?: string;
  actions?: string[];
  /** Address of the script, of a page of kind module. */
  module?: string;
}

export interface PluginPanel extends Contribution {
  id: string;
  slot: string;
  module: string;
  scope?: string;
}

export interface PluginTodo extends Contribution {
  id: string;
  operation: string;
  query?: Record<string, string>;
  label: Label;
  route: string;
}

/** What the enabled plugins add to the console (`GET /console/manifest.json`). */
export interface Manifest {
  title: string | null;
  plugins: { id: string; name: Label }[];
  menu: PluginMenu[];
  pages: DeclaredPage[];
  panels: PluginPanel[];
  todo: PluginTodo[];
}

export const manifest = signal<Manifest>({ title: null, plugins: [], menu: [], pages: [], panels: [], todo: [] });

/** The name of a plugin for people. */
export function pluginName(id: string): string {
  const plugin = manifest.value.plugins.find((one) => one.id === id);
  return plugin ? labelText(plugin.name) : id;
}

export async function readManifest(): Promise<void> {
  const response = await fetch('/console/manifest.json', { cache: 'no-cache' });
  if (response.ok) {
    manifest.value = (await response.json()) as Manifest;
  }
}
