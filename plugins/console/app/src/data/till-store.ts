import { signal } from '@preact/signals';

/** Sales of the till on this device that the service does not have yet, of all companies. */
export const unsent = signal(0);

export type StoreName = 'queue' | 'baskets' | 'kept';

let opened: Promise<IDBDatabase> | null = null;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('svc.till', 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore('queue', { keyPath: 'id' });
      request.result.createObjectStore('baskets', { keyPath: 'id' });
      request.result.createObjectStore('kept');
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return opened;
}

function answered<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

export async function readAll<T>(store: StoreName): Promise<T[]> {
  return answered((await open()).transaction(store).objectStore(store).getAll() as IDBRequest<T[]>);
}

export async function readOne<T>(store: StoreName, key: string): Promise<T | undefined> {
  return answered((await open()).transaction(store).objectStore(store).get(key) as IDBRequest<T | undefined>);
}

/** Resolves when the change is on the disk, not when it is in a buffer: a device may lose power at any time. */
async function change(store: StoreName, act: (objects: IDBObjectStore) => void): Promise<void> {
  const transaction = (await open()).transaction(store, 'readwrite', { durability: 'strict' });
  const done = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onerror = () => reject(transaction.error);
    transaction.onabort = () => reject(transaction.error);
  });
  act(transaction.objectStore(store));
  await done;
}

export async function write(store: StoreName, value: unknown, key?: string): Promise<void> {
  await change(store, (objects) => objects.put(value, key));
}

export async function erase(store: StoreName, key: string): Promise<void> {
  await change(store, (objects) => objects.delete(key));
}

export async function countUnsent(): Promise<void> {
  unsent.value = await answered((await open()).transaction('queue').objectStore('queue').count());
}
