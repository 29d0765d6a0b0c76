#pragma once

#include <string>
#include <string_view>

namespace svc::treasury {

/// Without blanks and in capitals.
std::string normalisedAccount(std::string_view text);

/// Is the normalised text an IBAN of ISO 13616: country, valid check digits, 15 to 34 characters?
bool isIban(std::string_view text);

/// Is the normalised text a BIC of ISO 9362: 8 or 11 characters?
bool isBic(std::string_view text);

} // namespace svc::treasury
