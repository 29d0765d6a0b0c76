interface Seller {
  name: string;
  vatNumber: string | null;
  registrationNumber: string | null;
}

/** The country of a VAT number is in its first two letters; Greece writes EL there. */
function countryOf(vatNumber: string): string | undefined {
  const letters = /^[A-Z]{2}/.exec(vatNumber)?.[0];
  return letters === 'EL' ? 'GR' : letters;
}

/** The partner that the seller of an invoice becomes. */
export function supplierOf(seller: Seller): Record<string, unknown> {
  const vatNumber = seller.vatNumber?.replace(/\s/g, '');
  const country = vatNumber ? countryOf(vatNumber) : undefined;
  return {
    name: seller.name,
    kind: 'supplier',
    company: true,
    ...(vatNumber && country ? { vatNumber, country } : {}),
    ...(seller.registrationNumber ? { registrationNumber: seller.registrationNumber } : {}),
  };
}
