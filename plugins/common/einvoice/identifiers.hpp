#pragma once

#include <optional>
#include <string_view>

namespace svc::einvoice {

/// All digits, and at least one.
bool digitsOnly(std::string_view text);
/// Weights 2 to 7 from the right, the last digit makes a multiple of eleven: Norwegian organisations.
bool hasMod11Digit(std::string_view digits);
/// Luhn: Swedish organisations.
bool hasLuhnDigit(std::string_view digits);

struct BrokenForm {
    const char* rule; ///< of Peppol
    const char* message;
    bool tolerated = false; ///< the official rule checks less
};

/// The rule that an identifier of this scheme breaks; nothing when it is well-formed, or when Peppol accepts
/// malformed ones of the scheme.
std::optional<BrokenForm> brokenForm(std::string_view scheme, std::string_view value);

} // namespace svc::einvoice
