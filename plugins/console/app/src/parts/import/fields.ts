import { resolved, typeOf, type Schema } from '../../data/contract';

/** The fields that columns can hold: those of the body, `address.city` for nested ones. Lists of records are left out. */
export function importFields(schema: Schema, prefix = ''): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const part = resolved(property);
    const type = typeOf(part);
    if (type === 'object') {
      return part.properties ? importFields(part, `${prefix}${name}.`) : [];
    }
    return type === 'array' ? [] : [prefix + name];
  });
}

/** Letters and digits only, without accents, as heads of columns differ in the rest. */
function plain(name: string): string {
  return name.normalize('NFD').replace(/[^a-zA-Z0-9]/g, '').toLowerCase();
}

/** What other programs call the fields. */
const Synonyms: Record<string, string> = {
  nom: 'name', raisonsociale: 'name', bezeichnung: 'name', firma: 'name', designation: 'name', libelle: 'name', label: 'name',
  mail: 'email', courriel: 'email', telephone: 'phone', tel: 'phone', telefon: 'phone', pays: 'country', land: 'country', type: 'kind',
  tva: 'vatNumber', numerotva: 'vatNumber', vat: 'vatNumber', vatid: 'vatNumber', ustidnr: 'vatNumber', ustid: 'vatNumber',
  siren: 'registrationNumber', siret: 'registrationNumber', rue: 'address.line1', adresse: 'address.line1', street: 'address.line1', strasse: 'address.line1', address: 'address.line1',
  codepostal: 'address.postalCode', cp: 'address.postalCode', zip: 'address.postalCode', postcode: 'address.postalCode', postalcode: 'address.postalCode', plz: 'address.postalCode',
  ville: 'address.city', city: 'address.city', ort: 'address.city', stadt: 'address.city',
  reference: 'sku', ref: 'sku', artikelnummer: 'sku', ean: 'barcode', codebarres: 'barcode', gtin: 'barcode', prix: 'price', preis: 'price', prixdevente: 'price', verkaufspreis: 'price',
  cout: 'cost', prixdachat: 'cost', einkaufspreis: 'cost', categorie: 'category', kategorie: 'category', unite: 'unit', einheit: 'unit', seuil: 'alertThreshold', mindestbestand: 'alertThreshold',
  tauxtva: 'taxRate', steuersatz: 'taxRate', vatrate: 'taxRate', id: 'externalId', note: 'note', notes: 'note', delai: 'paymentTermsDays',
};

/** The field that each column most likely holds; '' for none. No field is taken twice. */
export function guessed(heads: readonly string[], fields: readonly string[]): string[] {
  const free = new Set(fields);
  return heads.map((head) => {
    const wanted = plain(head);
    const found = fields.find((field) => plain(field) === wanted) ?? Synonyms[wanted];
    return found !== undefined && free.delete(found) ? found : '';
  });
}
