#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "einvoice/invoice.hpp"

namespace svc::einvoice {

/// Decimals that an amount of a file may have (BR-DEC-01 to BR-DEC-28), whatever those of its currency.
inline constexpr int MostDecimals = 2;

/// The rules an invoice file follows besides those of EN 16931.
enum class Profile { En16931, Peppol, XRechnung, FacturX };

/// `en16931`, `peppol`, `xrechnung`, `facturx`.
std::optional<Profile> profileOf(std::string_view name);
std::string_view nameOf(Profile profile);
/// BT-24.
std::string_view specificationOf(Profile profile);
/// BT-23: of the profile, else of the invoice; empty when neither names one.
std::string_view processOf(const Invoice& invoice, Profile profile);

/// BT-3 as the profile allows it: Peppol has corrected invoices between German parties only, and the German
/// rules have no prepayment invoices. Where they are not allowed, both become plain invoices (380).
int typeCodeOf(const Invoice& invoice, Profile profile);

/// Do the German rules hold: in XRechnung, and in Peppol between German parties (DE-R-001 to DE-R-031)?
bool followsGermanRules(const Invoice& invoice, Profile profile);

/// BT-81, empty for a document without payment instructions. The German rules demand them of every document,
/// also where nothing is to be paid (BR-DE-1, DE-R-001): there they are "mutually defined" (ZZZ).
std::string paymentMeansOf(const Invoice& invoice, Profile profile);

/// UBL 2.1 Invoice or CreditNote.
std::string writeUbl(const Invoice& invoice, Profile profile);
/// UN/CEFACT Cross Industry Invoice D16B.
std::string writeCii(const Invoice& invoice, Profile profile);

/// BT-111: the tax (BT-110) in the currency of the books, rounded once to that currency's decimals, at most
/// two (BR-DEC-15).
std::string bookTaxText(const Invoice& invoice);

/// Minor units as a decimal number of major units with the decimals of the currency: "120.00".
std::string amountText(std::int64_t minor, Currency currency);
/// A price in minor units with decimals as major units: "0.0125", at least the decimals of the currency.
std::string priceText(const Decimal& minor, Currency currency);

/// `0002:303265045` in its two parts; nothing when there is no colon.
struct SchemedId {
    std::string scheme;
    std::string value;
};
std::optional<SchemedId> schemedId(const std::optional<std::string>& text);

/// The scheme of a party's registration number (BT-30-1, BT-47-1): the one that was read, else that of its
/// country where Peppol has rules on it (KvK or OIN in the Netherlands, CVR in Denmark, kennitala in
/// Iceland), else empty.
std::string registrationScheme(const Party& party);

/// The number of a party with the code of the country that issues it before it, as BT-31 and BT-48 want it
/// (BR-CO-09); empty: the party has none. Tax numbers of countries outside the European Union have no code of
/// their own: that of the party is put before them.
std::string vatNumberOf(const Party& party);

/// The VAT numbers are left out of an invoice outside the scope of VAT (BR-O-02 to BR-O-04).
inline bool showsVatNumbers(const Invoice& invoice) {
    return !invoice.hasCategory("O");
}

} // namespace svc::einvoice
