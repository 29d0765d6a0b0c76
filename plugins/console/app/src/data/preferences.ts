import { signal } from '@preact/signals';
import { call } from './call';
import { onSessionEnd } from './session';

export interface SavedView {
  name: string;
  query: Record<string, string>;
}

/** What the console keeps for a person: private, without any business data. */
export interface Preferences {
  theme?: 'light' | 'dark';
  letterKeys?: boolean;
  compact?: boolean;
  views?: Record<string, SavedView[]>;
  /** Columns of lists, in their order. */
  columns?: Record<string, string[]>;
  preview?: boolean;
}

export const preferences = signal<Preferences>({});
onSessionEnd(() => {
  preferences.value = {};
});

export async function readPreferences(): Promise<void> {
  preferences.value = ((await call('readPreferences')) as { console?: Preferences }).console ?? {};
}

/** Changes are shown at once; if they cannot be kept, they are gone with the next session. */
export function prefer(change: Partial<Preferences>): void {
  preferences.value = { ...preferences.value, ...change };
  void call('writePreferences', { body: { console: preferences.value } }).catch(() => undefined);
}
