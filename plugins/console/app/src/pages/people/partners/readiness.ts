/** What an e-invoice needs of its buyer. */
export type Demand = 'country' | 'address' | 'vatNumber' | 'registrationNumber' | 'peppolId';

interface Buyer {
  country: string | null;
  vatNumber: string | null;
  registrationNumber: string | null;
  peppolId: string | null;
  address: { line1?: string | null; postalCode?: string | null; city?: string | null; country?: string | null } | null;
}

export interface Met {
  demand: Demand;
  met: boolean;
  value: string | null;
}

/** In France the buyer is known by its SIREN or SIRET, elsewhere by its VAT number. */
export function readinessOf(buyer: Buyer): Met[] {
  const address = buyer.address;
  const country = buyer.country ?? address?.country ?? null;
  const placed = Boolean(address?.line1 && address.postalCode && address.city);
  const demands: Met[] = [
    { demand: 'country', met: country !== null, value: country },
    { demand: 'address', met: placed, value: null },
    { demand: 'vatNumber', met: buyer.vatNumber !== null, value: buyer.vatNumber },
    { demand: 'peppolId', met: buyer.peppolId !== null, value: buyer.peppolId },
  ];
  if (country === 'FR') {
    demands.splice(3, 0, { demand: 'registrationNumber', met: buyer.registrationNumber !== null, value: buyer.registrationNumber });
  }
  return demands;
}
