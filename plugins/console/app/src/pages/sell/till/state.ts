import { computed, signal } from '@preact/signals';
import { call, newKey, type Answer, type Row } from '../../../data/call';
import { company, may } from '../../../data/company';
import { companyId } from '../../../data/place';
import { onSessionEnd } from '../../../data/session';
import { erase, readAll, readOne, write } from '../../../data/till-store';
import { digitsOf, majorText } from '../../../money/format';
import { totalOf, type Basket, type Product } from './basket';
import type { Entry } from './queue';

export type Wallet = Row<'listWallets'>;
export type Sale = Answer<'createSale'>;
export type Session = Answer<'openCashSession'>;

/** A basket that was put aside. */
export interface Parked extends Basket {
  company: string;
  at: string;
}

/** What the receipt shows: the sale as the service answered it, or the queued one, which has no number yet. */
export interface Done {
  sale: Sale | null;
  basket: Basket;
  total: string;
  tendered: string | null;
  change: string | null;
}

export const wallet = signal<Wallet | null>(null);
export const wallets = signal<Wallet[]>([]);
export const session = signal<Session | null>(null);
export const products = signal<Product[]>([]);
export const basket = signal<Basket>({ id: newKey(), lines: [] });
export const parked = signal<Parked[]>([]);
export const entries = signal<Entry[]>([]);
export const done = signal<Done | null>(null);
/** Why cash sales cannot wait for a connection here; empty when they can. */
export const queueOff = signal('');

export const currency = computed(() => wallet.value?.currency ?? company.value?.currency ?? 'EUR');
export const estimate = computed(() =>
  totalOf(basket.value, digitsOf(currency.value), company.value?.pricesIncludeTax ?? true, company.value?.defaultTaxRate ?? 0),
);

const own = (suffix: string) => `${companyId.value}.${suffix}`;

/** The basket survives a reload: a sale that was kept just before is recognised by its identifier. */
export async function readBaskets(): Promise<void> {
  const kept = await readOne<Basket>('kept', own('basket'));
  if (kept && (await readOne('queue', kept.id))) {
    newBasket();
  } else if (kept) {
    basket.value = kept;
  }
  parked.value = (await readAll<Parked>('baskets')).filter((one) => one.company === companyId.value);
}

export function setBasket(next: Basket): void {
  basket.value = next;
  void write('kept', next, own('basket'));
}

export function newBasket(): void {
  setBasket({ id: newKey(), lines: [] });
}

/** The basket was sold but is still shown: after a reload it must not be sold a second time under its identifier. */
export async function forgetBasket(): Promise<void> {
  await write('kept', { id: newKey(), lines: [] }, own('basket'));
}

export async function park(): Promise<void> {
  const aside: Parked = { ...basket.value, company: companyId.value ?? '', at: new Date().toISOString() };
  await write('baskets', aside);
  parked.value = [...parked.value, aside];
  newBasket();
}

export async function recall(one: Parked): Promise<void> {
  if (basket.value.lines.length > 0) {
    await park();
  }
  await erase('baskets', one.id);
  parked.value = parked.value.filter((other) => other.id !== one.id);
  setBasket({ id: one.id, lines: one.lines });
}

function productOf(item: Row<'listItems'>): Product {
  const { id, name, sku, barcode, category, price, taxRate } = item;
  return { id, name, sku, barcode, category, price: price === null ? null : majorText(price, item.currency), taxRate };
}

/** The catalogue: what the device has at once, then what the service has now. */
export async function readCatalogue(): Promise<void> {
  products.value = (await readOne<Product[]>('kept', own('catalogue'))) ?? products.value;
  const items: Row<'listItems'>[] = [];
  for (let part = await nextPart(0); part.length > 0; part = await nextPart(items.length)) {
    items.push(...part);
  }
  const parents = new Set(items.map((item) => item.parentId));
  products.value = items.filter((item) => !parents.has(item.id)).map(productOf);
  await write('kept', products.value, own('catalogue'));
}

async function nextPart(offset: number): Promise<Row<'listItems'>[]> {
  return offset % 500 ? [] : call('listItems', { query: { limit: '500', offset: String(offset), sort: 'name' } });
}

/** Where the law wants a seal or a clearance at the sale, a sale may not wait, unless its regime allows it. */
export async function readQueueRule(): Promise<void> {
  if (!may('readFiscal')) {
    queueOff.value = company.value?.modules.includes('compliance') ? 'fiscal:view' : '';
    return;
  }
  const { regimes } = await call('readFiscal');
  const strict = regimes.find((one) => one.state === 'enabled' && (one.kind === 'sealing' || one.kind === 'clearance') && !one.offline);
  queueOff.value = strict?.name ?? '';
}

/** Opens the till's cash session again after a reload. */
export async function resumeTill(chosen: Wallet): Promise<void> {
  wallet.value = chosen;
  session.value = chosen.openSessionId ? await call('getCashSession', { path: { cashSessionId: chosen.openSessionId } }) : null;
  await write('kept', chosen.id, own('wallet'));
}

export async function readTill(): Promise<void> {
  wallets.value = await call('listWallets', { query: { limit: '500' } });
  const last = await readOne<string>('kept', own('wallet'));
  const chosen = wallets.value.find((one) => one.id === last && one.kind === 'cash');
  if (chosen) {
    await resumeTill(chosen);
  }
}

onSessionEnd(() => {
  wallet.value = null;
  session.value = null;
  done.value = null;
});
