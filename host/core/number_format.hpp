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

/// Do the numbers of the pattern contain the code of the business unit?
bool holdsUnit(std::string_view pattern);

/// The pattern with the code of a business unit in place of {BU}.
std::string withUnit(std::string_view pattern, std::string_view code);

/// The pattern in one year, in place of {YYYY} and {YY}.
std::string withYear(std::string_view pattern, int year);

/// Do both patterns have the same number of characters in front of the counter, and behind it? Then a text
/// that matches both has the same counter value in both.
bool numbersStandAlike(std::string_view one, std::string_view other);

/// Can a text be a number of both patterns, in any year? {BU} must be filled in.
bool patternsMeet(std::string_view one, std::string_view other);

/// Holds the pattern one number field, only known fields, and {BU} when the series is per business unit?
bool isNumberPattern(std::string_view pattern, bool perBusinessUnit);

/// Does the pattern contain the year? Counters restart each year, so without it numbers would repeat.
bool holdsYear(std::string_view pattern);

} // namespace svc::host
