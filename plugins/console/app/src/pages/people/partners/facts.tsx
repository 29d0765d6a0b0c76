import type { Answer } from '../../../data/call';
import { fieldName, word } from '../../../i18n/names';
import { texts } from '../../../i18n/texts';
import { Facts, Money, Section } from '../../../parts/controls';
import { useChoice } from '../../../parts/lookup';
import { Figures } from '../../../parts/record';
import { company } from '../../../data/company';
import { readinessOf, type Demand } from './readiness';

const t = texts({
  en: {
    owes: 'They owe', owed: 'You owe', limit: 'Credit limit', terms: { one: '{n} day', other: '{n} days' }, standard: 'As the company: {n} days', contacts: 'Contacts', noContacts: 'No contact is named.',
    einvoice: 'E-invoices', ready: 'Ready to receive e-invoices.', missing: 'Still missing: {what}.', complete: 'Complete', incomplete: 'Incomplete', address: 'Address', delivery: 'Delivery address', priceList: 'Price list',
    person: 'A person: invoices go by e-mail or on paper.', country: 'Country', vat: 'VAT number', register: 'Registration number', route: 'Electronic address (Peppol)', street: 'Street, postal code and city',
  },
  fr: {
    owes: 'Vous est dû', owed: 'Vous devez', limit: 'Plafond d’encours', terms: { one: '{n} jour', other: '{n} jours' }, standard: 'Comme l’entreprise : {n} jours', contacts: 'Interlocuteurs', noContacts: 'Aucun interlocuteur n’est indiqué.',
    einvoice: 'Factures électroniques', ready: 'Prêt à recevoir des factures électroniques.', missing: 'Il manque encore : {what}.', complete: 'Complet', incomplete: 'Incomplet', address: 'Adresse', delivery: 'Adresse de livraison', priceList: 'Tarif',
    person: 'Un particulier : les factures partent par e-mail ou sur papier.', country: 'Pays', vat: 'Numéro de TVA', register: 'Numéro d’immatriculation', route: 'Adresse électronique (Peppol)', street: 'Rue, code postal et ville',
  },
  de: {
    owes: 'Forderung', owed: 'Verbindlichkeit', limit: 'Kreditlimit', terms: { one: '{n} Tag', other: '{n} Tage' }, standard: 'Wie das Unternehmen: {n} Tage', contacts: 'Ansprechpartner', noContacts: 'Es ist kein Ansprechpartner genannt.',
    einvoice: 'E-Rechnungen', ready: 'Bereit für den Empfang von E-Rechnungen.', missing: 'Es fehlt noch: {what}.', complete: 'Vollständig', incomplete: 'Unvollständig', address: 'Anschrift', delivery: 'Lieferanschrift', priceList: 'Preisliste',
    person: 'Eine Privatperson: Rechnungen gehen per E-Mail oder auf Papier.', country: 'Land', vat: 'USt-IdNr.', register: 'Registernummer', route: 'Elektronische Adresse (Peppol)', street: 'Straße, Postleitzahl und Ort',
  },
});

export type Partner = Answer<'getPartner'>;

/** What is open on either side. Amounts between you and a partner are in the currency of the company. */
export function Open({ partner }: { partner: Partner }) {
  const currency = company.value?.currency ?? partner.currency;
  const rows: [string, preact.ComponentChildren][] = [];
  if (partner.kind !== 'supplier') {
    rows.push([t('owes'), <Money key="r" minor={partner.balance} currency={currency} />]);
  }
  if (partner.kind !== 'customer') {
    rows.push([t('owed'), <Money key="p" minor={partner.payable} currency={currency} />]);
  }
  if (partner.creditLimit !== null) {
    rows.push([t('limit'), <Money key="l" minor={partner.creditLimit} currency={currency} />]);
  }
  return <Figures rows={rows} />;
}

function addressText(address: Partner['address']): string {
  return address ? [address.line1, address.line2, [address.postalCode, address.city].filter(Boolean).join(' '), address.region, address.country].filter(Boolean).join(', ') : '';
}

export function Identity({ partner }: { partner: Partner }) {
  const priceList = useChoice('prl', partner.priceListId);
  const days = partner.paymentTermsDays;
  return (
    <Facts
      rows={[
        [fieldName('kind'), word(partner.kind)],
        [fieldName('email'), partner.email && <a href={`mailto:${partner.email}`}>{partner.email}</a>],
        [fieldName('phone'), partner.phone && <a href={`tel:${partner.phone}`}>{partner.phone}</a>],
        [t('address'), addressText(partner.address)],
        [t('delivery'), addressText(partner.deliveryAddress)],
        [fieldName('paymentTermsDays'), days === null ? t('standard', { n: company.value?.paymentTermsDays ?? 0 }) : t('terms', { n: days })],
        [fieldName('currency'), partner.currency],
        [fieldName('language'), partner.language],
        [t('priceList'), priceList?.label],
        [fieldName('buyerReference'), partner.buyerReference],
        [fieldName('taxExemptionReason'), partner.taxExemptionReason],
        [fieldName('externalId'), partner.externalId],
        [fieldName('tags'), partner.tags.join(', ')],
        [fieldName('note'), partner.note],
      ]}
    />
  );
}

export function Contacts({ partner }: { partner: Partner }) {
  return (
    <Section title={t('contacts')}>
      {partner.contacts.length === 0 && <p class="small">{t('noContacts')}</p>}
      <ul class="fields">
        {partner.contacts.map((one) => (
          <li key={`${one.name} ${one.email}`}>
            <strong>{one.name}</strong>
            {one.email && (
              <div>
                <a href={`mailto:${one.email}`}>{one.email}</a>
              </div>
            )}
            {one.phone && (
              <div>
                <a href={`tel:${one.phone}`}>{one.phone}</a>
              </div>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

const DemandTexts: Record<Demand, () => string> = {
  country: () => t('country'),
  vatNumber: () => t('vat'),
  registrationNumber: () => t('register'),
  peppolId: () => t('route'),
  address: () => t('street'),
};

/** What an e-invoice to the partner needs, and what of it is there. */
export function Readiness({ partner }: { partner: Partner }) {
  const demands = readinessOf(partner);
  const lacking = demands.filter((one) => !one.met);
  return (
    <Section title={t('einvoice')} acts={partner.company && <span class={lacking.length === 0 ? 'badge ok' : 'badge warn'}>{t(lacking.length === 0 ? 'complete' : 'incomplete')}</span>}>
      {!partner.company && <p class="small">{t('person')}</p>}
      {partner.company && <p class="small">{lacking.length === 0 ? t('ready') : t('missing', { what: lacking.map((one) => DemandTexts[one.demand]()).join(', ') })}</p>}
      {partner.company && (
        <ul>
          {demands.map((one) => (
            <li key={one.demand}>
              <span aria-hidden="true">{one.met ? '✓' : '✗'}</span> {one.met ? DemandTexts[one.demand]() : <strong>{DemandTexts[one.demand]()}</strong>}
              {one.value && <div class="small">{one.value}</div>}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
