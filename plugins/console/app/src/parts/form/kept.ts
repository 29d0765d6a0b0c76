import type { Draft } from './draft';
import { companyId } from '../../data/place';
import { onSessionEnd, person } from '../../data/session';

/** What was typed into a form and not sent is kept for a week, so that a reload loses nothing. */
const KeptFor = 7 * 24 * 3600 * 1000;
const Store = 'drafts';

interface Kept {
  draft: Draft;
  at: number;
}

function database(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('svc-console', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(Store);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error ?? new Error('no database'));
  });
}

/** Runs one request on the store; what cannot be kept is not kept. */
async function onStore<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T | undefined> {
  try {
    const opened = await database();
    return await new Promise<T>((resolve, reject) => {
      const request = act(opened.transaction(Store, mode).objectStore(Store));
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error ?? new Error('refused'));
    });
  } catch {
    return undefined;
  }
}

function keyOf(form: string): string {
  return [person.value?.id, companyId.value, form].join(' ');
}

export async function keepDraft(form: string, draft: Draft): Promise<void> {
  await onStore('readwrite', (store) => store.put({ draft, at: Date.now() } satisfies Kept, keyOf(form)));
}

export async function forgetDraft(form: string): Promise<void> {
  await onStore('readwrite', (store) => store.delete(keyOf(form)));
}

/** What was kept of a form; null when there is nothing, or when it is too old. */
export async function keptDraft(form: string): Promise<Draft | null> {
  const kept = await onStore<Kept | undefined>('readonly', (store) => store.get(keyOf(form)) as IDBRequest<Kept | undefined>);
  return kept && Date.now() - kept.at < KeptFor ? kept.draft : null;
}

onSessionEnd(() => void onStore('readwrite', (store) => store.clear()));
