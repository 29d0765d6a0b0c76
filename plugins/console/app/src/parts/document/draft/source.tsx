import type { ComponentChildren } from 'preact';
import { call } from '../../../data/call';
import { useAddress } from '../../../data/address';
import { companyId } from '../../../data/place';
import { useRead } from '../../../data/query';
import type { Draft } from '../../form/draft';
import type { LineStart } from '../../grid/grid';
import { Shown } from '../../states';
import { startsOf } from './starts';

export interface Source {
  initial: Draft;
  start: readonly LineStart[];
}

async function sourceOf(id: string): Promise<Source> {
  const document = id.startsWith('quo_') ? await call('getQuote', { path: { quoteId: id } }) : await call('getSale', { path: { saleId: id } });
  const initial: Draft = { pricesIncludeTax: document.pricesIncludeTax, currency: document.currency, businessUnitId: document.businessUnitId };
  if (document.partnerId) {
    initial['partnerId'] = document.partnerId;
  }
  return { initial, start: await startsOf(document) };
}

/** The document that the address names with `from` as the beginning of a new one; nothing of it when it names none. */
export function From({ children }: { children: (source: Source) => ComponentChildren }) {
  const { query } = useAddress();
  const from = query['from'] ?? '';
  const read = useRead(['source', companyId.value, from], () => sourceOf(from), from !== '');
  const partner = query['partnerId'];
  if (from === '') {
    return <>{children({ initial: partner ? { partnerId: partner } : {}, start: [] })}</>;
  }
  return (
    <Shown read={read} rows={8}>
      {children}
    </Shown>
  );
}
