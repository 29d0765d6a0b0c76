#pragma once

#include <string>

#include <svc/json.hpp>

namespace svc::fr_einvoicing {

/// How a sale of a French company is reported to the administration.
enum class Buyer {
    Domestic, ///< a French business: its invoice goes through the platform
    Foreign,  ///< a business abroad: the invoice is reported (flow 10.1)
    Consumer, ///< anybody else: the day's totals are reported (flow 10.3)
};

/// `buyer`: the party as sealed with the document (name, country, registrationNumber, vatNumber, peppolId);
/// null: no buyer is named. A business has a registration number, a VAT number or an electronic address.
Buyer buyerOf(const Json& buyer);

/// The SIREN of a French business (nine digits), from its registration number (SIREN or SIRET), its VAT
/// number or its electronic address. Empty when there is none.
std::string sirenOf(const Json& party);

/// The address to which the platform routes, `<scheme>:<identifier>`: the party's own electronic address,
/// else that of its SIREN (0225). Empty when there is neither.
std::string addressOf(const Json& party);

/// The identifier of a business in flow 10 (rule G2.19).
struct ReportedId {
    std::string scheme = {}; ///< 0002 SIREN, 0223 European Union, 0227 elsewhere
    std::string value = {};
};
/// In the European Union the VAT number; elsewhere the country and the first 16 characters of the name.
ReportedId reportedIdOf(const Json& party);

bool isOfTheUnion(std::string_view country);

} // namespace svc::fr_einvoicing
