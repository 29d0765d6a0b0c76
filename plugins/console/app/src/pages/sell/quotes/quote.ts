import type { Answer } from '../../../data/call';
import { changed } from '../../../data/query';

export type Quote = Answer<'getQuote'>;

/** After a write on a quote: what the pages show of it is read again. */
export function quoteChanged(): Promise<void> {
  return changed('getQuote', 'listQuotes', 'readHistory', 'listSales', 'listStock');
}

/** The way of a quote: the steps that it has behind it, and those that are left. */
export const Way = ['open', 'accepted', 'signed', 'converted'] as const;

/** How far a quote is on its way; null when it left it (declined, expired, cancelled). */
export function stepOf(quote: Pick<Quote, 'status' | 'signature' | 'acceptedAt'>): number | null {
  if (quote.status === 'partially_converted') {
    return quote.signature ? 2 : 1;
  }
  const step = (Way as readonly string[]).indexOf(quote.status);
  return step < 0 ? null : step;
}
