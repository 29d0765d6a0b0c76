/**
 * Cash sales that were made without a connection. A sale is one entry under the identifier of its basket: putting it
 * twice is putting it once. The service takes an `externalId` once for ever, so sending twice is selling once.
 */
export interface Entry {
  /** The identifier of the basket. */
  id: string;
  company: string;
  /** Entries are sent in this order. */
  order: number;
  /** Idempotency-Key: protects for a day. */
  key: string;
  /** `till-<device>-<basket>`: protects for ever. */
  externalId: string;
  at: string;
  /** JSON text of the request, as it will be sent. */
  body: string;
  /** Digits of what was paid, and the currency. */
  total: string;
  currency: string;
  /** The code of the refusal that stopped the queue here. */
  refused?: string;
}

/** Where entries are kept: each promise resolves when the device has it for good. */
export interface Storage {
  put: (entry: Entry) => Promise<void>;
  get: (id: string) => Promise<Entry | undefined>;
  all: () => Promise<Entry[]>;
  remove: (id: string) => Promise<void>;
}

export type Outcome =
  /** The service has the sale: by this request or an earlier one. */
  | { kind: 'sent' }
  /** It does not want it as it is: a person decides. */
  | { kind: 'refused'; code: string }
  /** No answer, or not now: it is tried again later. */
  | { kind: 'later' };

export class NotKept extends Error {}

/**
 * Keeps a sale. Only after it was read back unchanged may anybody be told that it is done.
 */
export async function keep(storage: Storage, entry: Entry): Promise<void> {
  await storage.put(entry);
  const read = await storage.get(entry.id);
  if (read?.body !== entry.body || read.externalId !== entry.externalId || read.key !== entry.key) {
    throw new NotKept(entry.id);
  }
}

export function inOrder(entries: readonly Entry[]): Entry[] {
  return [...entries].sort((a, b) => a.order - b.order);
}

/** The place behind all others, also when the clock of the device was turned back. */
export function nextOrder(entries: readonly Entry[], now: number): number {
  return entries.reduce((order, entry) => Math.max(order, entry.order + 1), now);
}

/**
 * Sends the entries of a company in their order, one at a time. A refusal stops the queue at its entry until a person
 * tries again or takes it out; what follows waits, so that nothing overtakes.
 */
export async function drain(storage: Storage, company: string, send: (entry: Entry) => Promise<Outcome>): Promise<'empty' | 'refused' | 'later'> {
  for (;;) {
    const [first] = inOrder((await storage.all()).filter((entry) => entry.company === company));
    if (!first) {
      return 'empty';
    }
    if (first.refused) {
      return 'refused';
    }
    const outcome = await send(first);
    if (outcome.kind === 'later') {
      return 'later';
    }
    if (outcome.kind === 'refused') {
      await storage.put({ ...first, refused: outcome.code });
      return 'refused';
    }
    await storage.remove(first.id);
  }
}

/**
 * A person wants the refused entry to be tried again. It gets another key, because the service repeats its answer to
 * the old one; the external id still makes it one sale.
 */
export async function tryAgain(storage: Storage, id: string, key: string): Promise<void> {
  const entry = await storage.get(id);
  if (entry) {
    const { refused: _, ...rest } = entry;
    await storage.put({ ...rest, key });
  }
}

/** What an answer of the service means for an entry. Status 0: none came. */
export function outcomeOf(status: number, code: string, detail: string): Outcome {
  if (status >= 200 && status < 300) {
    return { kind: 'sent' };
  }
  if (code === 'already-exists' && detail === 'externalId') {
    return { kind: 'sent' };
  }
  const later = status === 0 || status === 401 || status === 408 || status === 425 || status === 429 || status >= 500;
  return later ? { kind: 'later' } : { kind: 'refused', code: detail ? `${code}:${detail}` : code };
}
