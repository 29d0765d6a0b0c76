import type { Answer } from '../../../data/call';
import { changed } from '../../../data/query';

export type Purchase = Answer<'getPurchase'>;
export type PurchaseLine = Purchase['lines'][number];

/** Lines of which something has not come yet. */
export function unreceived(purchase: Purchase): PurchaseLine[] {
  return purchase.lines.filter((line) => !line.service && line.quantityReceived < line.quantity);
}

/** What a purchase changes elsewhere is read again. */
export function purchaseChanged(): Promise<void> {
  return changed('getPurchase', 'listPurchases', 'listStock', 'listStockMovements', 'listItems', 'getItem', 'listWallets', 'getPartner', 'listPayables', 'readPartnerStatement', 'readHistory');
}
