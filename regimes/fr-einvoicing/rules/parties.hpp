#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace svc::fr_einvoicing {

/// How a sale of a French company is reported to the administration.
enum class Buyer {
    Domestic, ///< a French business: its invoice goes through the platform
    Foreign,  ///< a business abroad: the invoice is reported (flow 10.1)
    Consumer, ///< anybody else: the day's totals are reported (flow 10.3)
};

/// A seller or buyer, as sealed with a document.
struct Party {
    std::string name = {};
    std::string country = {}; ///< empty: France
    std::optional<std::string> registrationNumber = {};
    std::optional<std::string> vatNumber = {};
    std::optional<std::string> peppolId = {};
};

/// No value: no buyer is named. A business has a registration number, a VAT number or an electronic address
/// of the network; an e-mail address (EM) is none.
Buyer buyerOf(const std::optional<Party>& buyer);

/// The SIREN of a French business (nine digits), from its registration number (SIREN or SIRET), its VAT
/// number or its electronic address. Empty when there is none.
std::string sirenOf(const Party& party);

/// The address to which the platform routes, `<scheme>:<identifier>`: the party's own electronic address
/// of the network, else that of its SIREN (0225). Empty when there is neither.
std::string addressOf(const Party& party);

/// The identifier of a business in flow 10 (rule G2.19).
struct ReportedId {
    std::string scheme = {}; ///< 0002 SIREN, 0223 European Union, 0227 elsewhere
    std::string value = {};
};
/// In the European Union the VAT number; elsewhere the country and the first 16 characters of the name.
ReportedId reportedIdOf(const Party& party);

bool isOfTheUnion(std::string_view country);

} // namespace svc::fr_einvoicing
