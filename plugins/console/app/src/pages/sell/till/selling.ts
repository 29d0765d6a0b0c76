import { call, newKey, reachable } from '../../../data/call';
import { exact, toJson } from '../../../data/json';
import { companyId } from '../../../data/place';
import { asProblem, Problem } from '../../../data/problem';
import { countUnsent, erase, readAll, readOne, write } from '../../../data/till-store';
import { today } from '../../../i18n/dates';
import { majorText } from '../../../money/format';
import type { Basket, Payment } from './basket';
import { drain, inOrder, keep, nextOrder, outcomeOf, tryAgain, type Entry, type Outcome, type Storage } from './queue';
import { currency, entries, wallet, type Sale } from './state';

/** How long an answer is waited for at the counter, in milliseconds. */
const CounterWait = 8000;
const waitFor = () => AbortSignal.timeout(CounterWait);

const storage: Storage = {
  put: (entry) => write('queue', entry),
  get: (id) => readOne<Entry>('queue', id),
  all: () => readAll<Entry>('queue'),
  remove: (id) => erase('queue', id),
};

export async function readEntries(): Promise<void> {
  entries.value = inOrder((await storage.all()).filter((entry) => entry.company === companyId.value));
  await countUnsent();
}

/** Names this device in external ids; drawn once. */
async function device(): Promise<string> {
  const known = await readOne<string>('kept', 'device');
  if (known) {
    return known;
  }
  const drawn = newKey().slice(0, 8);
  await write('kept', drawn, 'device');
  return drawn;
}

async function externalIdOf(id: string): Promise<string> {
  return `till-${await device()}-${id}`;
}

function linesOf(sold: Basket): { itemId: string; quantity: number; unitPrice: number }[] {
  return sold.lines.map((line) => ({ itemId: line.itemId, quantity: exact(line.quantity), unitPrice: exact(line.price) }));
}

function saleBody(sold: Basket, externalId: string, payments: readonly Payment[]) {
  return {
    channel: 'counter' as const,
    lines: linesOf(sold),
    externalId,
    ...(wallet.value?.businessUnitId ? { businessUnitId: wallet.value.businessUnitId } : {}),
    payments: payments.map((one) => ({
      method: one.method,
      walletId: one.walletId,
      amount: exact(one.amount),
      ...(one.tendered ? { tendered: exact(one.tendered) } : {}),
      ...(one.reference ? { reference: one.reference } : {}),
    })),
  };
}

/** What the service says that the basket costs. */
export async function askTotal(sold: Basket, signal: AbortSignal): Promise<string> {
  const tried = (await call('createSale', {
    body: { channel: 'counter', lines: linesOf(sold), paidInFull: true, method: 'cash', ...(wallet.value ? { walletId: wallet.value.id } : {}) },
    dryRun: true,
    signal,
  })) as unknown as { result: Sale };
  return majorText(tried.result.total, tried.result.currency);
}

/** The sale that the service already has under the external id; null when it has none. */
async function soldBefore(externalId: string): Promise<Sale | null> {
  const found = (await call('listSales', { query: { externalId } })) as { id: string }[];
  return found[0] ? call('getSale', { path: { saleId: found[0].id } }) : null;
}

/**
 * Sells now. The external id makes it one sale, whatever is tried again: when the service says that it has it, that
 * sale is the answer.
 */
export async function sell(sold: Basket, payments: readonly Payment[]): Promise<Sale> {
  const externalId = await externalIdOf(sold.id);
  try {
    return await call('createSale', { body: saleBody(sold, externalId, payments), signal: waitFor() });
  } catch (error) {
    const problem = asProblem(error);
    const before = outcomeOf(problem.status, problem.code, problem.detail).kind === 'sent' ? await soldBefore(externalId) : null;
    if (before) {
      return before;
    }
    if (!(error instanceof Problem)) {
      reachable.value = false;
    }
    throw problem;
  }
}

/** Keeps a cash sale on the device; when this returns it is on the disk and was read back. */
export async function sellLater(sold: Basket, total: string): Promise<void> {
  const externalId = await externalIdOf(sold.id);
  const { payments: _, ...body } = saleBody(sold, externalId, []);
  const entry: Entry = {
    id: sold.id,
    company: companyId.value ?? '',
    order: nextOrder(await storage.all(), Date.now()),
    key: newKey(),
    externalId,
    at: new Date().toISOString(),
    body: toJson({ ...body, date: today(), paidInFull: true, method: 'cash', walletId: wallet.value?.id }),
    total,
    currency: currency.value,
  };
  await keep(storage, entry);
  await readEntries();
}

async function sendEntry(entry: Entry): Promise<Outcome> {
  try {
    await call('createSale', { body: new Blob([entry.body], { type: 'application/json' }), key: entry.key, signal: waitFor() });
    return { kind: 'sent' };
  } catch (error) {
    const problem = asProblem(error);
    return outcomeOf(problem.status, problem.code, problem.detail);
  } finally {
    await readEntries();
  }
}

let sending: Promise<unknown> | null = null;

/** Sends what waits; only one run at a time, and only the tab that holds the till calls it. */
export function sendWaiting(): Promise<unknown> {
  sending ??= drain(storage, companyId.value ?? '', sendEntry).finally(async () => {
    sending = null;
    await readEntries();
  });
  return sending;
}

export async function sendAgain(id: string): Promise<void> {
  await tryAgain(storage, id, newKey());
  await sendWaiting();
}

/** A person takes a refused sale out, after it was handed over as a file. */
export async function takeOut(id: string): Promise<void> {
  await storage.remove(id);
  await readEntries();
}
