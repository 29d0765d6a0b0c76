/** Where pages of the console show panels of plugins, in version 1. The record is what the API answers for it. */
export const slots = [
  'dashboard.main',
  'sale.side',
  'sale.actions',
  'quote.side',
  'quote.actions',
  'purchase.side',
  'partner.side',
  'item.side',
  'wallet.side',
  'bankLine.actions',
  'integration.detail',
  'regime.detail',
  'settings.company',
  'till.payment',
] as const;

export type SlotName = (typeof slots)[number];
