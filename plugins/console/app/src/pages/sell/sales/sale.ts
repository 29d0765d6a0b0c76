import type { Answer } from '../../../data/call';
import { changed } from '../../../data/query';
import { remainder } from '../../../parts/document/quantities';

export type Sale = Answer<'getSale'>;

/** After a write on a sale: what the pages show of it is read again. */
export function saleChanged(): Promise<void> {
  return changed('getSale', 'listSales', 'readHistory', 'listSubmissions', 'listStock', 'readSummary', 'listWallets');
}

/** Lines with something left to hand over: goods, without services. */
export function undelivered(sale: Sale) {
  return sale.lines.filter((line) => !line.service && remainder(line.quantity, line.quantityDelivered) > 0);
}

/** Lines of which something can be taken back. */
export function refundable(sale: Sale) {
  return sale.lines.filter((line) => remainder(line.quantity, line.quantityRefunded) > 0);
}
