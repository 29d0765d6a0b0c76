#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace svc::partners {

/// A VAT number without spaces and in capitals: " fr 32 123456789 " becomes "FR32123456789".
std::string normalisedVatNumber(std::string_view text);

/// Can the normalised number be one of this country? In the European Union (and for Northern Ireland, "XI")
/// the number begins with the prefix of the country, which for Greece is EL and for Monaco FR. Elsewhere the
/// forms vary too much, so only characters and length are checked. Without a country the prefix must exist.
bool vatNumberFits(std::string_view number, const std::optional<std::string>& country);

} // namespace svc::partners
