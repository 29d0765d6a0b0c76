import { signal } from '@preact/signals';
import type { Language } from '../i18n/texts';
import type { GroupId } from './navigation';

type Label = { en: string } & Partial<Record<Language, string>>;

export interface PluginMenu {
  id: string;
  group: GroupId;
  label: Label;
  icon?: string;
  route: string;
  scope?: string;
  key?: string;
  order?: number;
}

export interface DeclaredPage {
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

export interface PluginPanel {
  id: string;
  slot: string;
  module: string;
  scope?: string;
}

export interface PluginTodo {
  id: string;
  operation: string;
  query: Record<string, string>;
  label: Label;
  route: string;
}

/** What the enabled plugins add to the console (`GET /console/manifest.json`). */
export interface Manifest {
  title: string | null;
  plugins: {
    id: string;
    name: string;
    version: string;
    menu?: PluginMenu[];
    pages?: DeclaredPage[];
    panels?: PluginPanel[];
    todo?: PluginTodo[];
  }[];
}

export const manifest = signal<Manifest>({ title: null, plugins: [] });

export async function readManifest(): Promise<void> {
  const response = await fetch('/console/manifest.json', { cache: 'no-cache' });
  if (response.ok) {
    manifest.value = (await response.json()) as Manifest;
  }
}
