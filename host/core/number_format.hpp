#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <svc/date.hpp>

namespace svc::host {

/// Writes a document number by its pattern (api 4.4): {YYYY} and {YY} the year of the date, {MM} its month,
/// {BU} the code of the business unit, {000000} the number with at least that many digits. Other text stays.
std::string formatNumber(std::string_view pattern, std::int64_t number, Date date,
                         std::string_view businessUnit);

/// Holds the pattern one number field, only known fields, and {BU} when the series is per business unit?
bool isNumberPattern(std::string_view pattern, bool perBusinessUnit);

} // namespace svc::host
