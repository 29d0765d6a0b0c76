#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace svc::at_rksv {

/// A training receipt does not change the turnover counter; a cancellation does. Both have a marker (TRA,
/// STO) in place of the encrypted counter.
enum class Kind { Standard, Cancellation, Training };

/// Gross amounts in cents: normal, reduced 1, reduced 2, zero, special.
using Amounts = std::array<std::int64_t, 5>;

/// A receipt of an Austrian till with the fields of its machine-readable code (RKSV, annex: 4).
struct Receipt {
    std::string provider; ///< of the signature: AT1
    std::string till;
    std::string number;
    std::string time; ///< 2026-11-20T10:12:01, of the till
    Amounts amounts{};
    Kind kind = Kind::Standard;
    std::int64_t turnover = 0; ///< turnover counter in cents, this receipt included
    std::string certificate;   ///< serial number
    std::string previous;      ///< JWS of the receipt before; empty: it is the first one
};

/// The turnover counter, encrypted with AES-256 in counter mode, base 64. Only the company and the authority
/// have the key.
std::string encryptedTurnover(std::string_view key, std::string_view till, std::string_view number,
                              std::int64_t cents, std::size_t bytes = 8);
/// The chaining value: a digest of the previous receipt, or of the till identifier in the first receipt.
std::string chainValue(std::string_view till, std::string_view previousJws);

/// `_R1-AT1_till_…`. `key`: 32 bytes.
std::string codeOf(const Receipt& receipt, std::string_view key);
/// What is signed with ES256.
std::string signingInput(std::string_view code);
/// `signature`: r and s; empty when the signature unit is out of order.
std::string jwsOf(std::string_view code, std::string_view signature);
/// The code that is printed.
std::string qrOf(std::string_view code, std::string_view signature);

/// The till identifier in the JWS of a stored receipt.
std::string tillOf(std::string_view jws);
bool isTraining(std::string_view jws);

/// A receipt number for the code: `_`, which separates the fields, becomes `-`.
std::string numberInCode(std::string number);

/// The check value of the key: the first bytes of its digest, which reveal a typing error.
std::string checkValueOf(std::string_view key);

} // namespace svc::at_rksv
