/** The fields of a company in groups, in the order in which a new company needs them. */
export const groups = {
  identity: ['name', 'legalName', 'registrationNumber', 'vatNumber', 'peppolId', 'slug'],
  contact: ['address', 'email', 'phone', 'contactName'],
  region: ['country', 'currency', 'timeZone', 'language'],
  selling: ['pricesIncludeTax', 'defaultTaxCategory', 'defaultTaxRate', 'paymentTermsDays', 'defaultHourlyRate', 'quotesRequireAcceptance', 'stockOnSale', 'publicMenu'],
  bank: ['iban', 'bic', 'defaultWalletId', 'defaultBusinessUnitId'],
  accounting: ['chart', 'accounting'],
} as const;

export type GroupName = keyof typeof groups;

/** Only what was changed is sent, so that two people who change different fields do not undo each other. */
export function changesOf(body: Record<string, unknown>, draft: Record<string, unknown>, before: Record<string, unknown>): Record<string, unknown> {
  const changed = Object.entries(draft).filter(([name, value]) => value !== before[name]);
  return Object.fromEntries(changed.map(([name, value]) => [name, name in body ? body[name] : value === '' ? null : value]));
}
