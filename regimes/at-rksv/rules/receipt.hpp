#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace svc::rksv {

/// A training receipt leaves the turnover as it is; a cancellation changes it. Both say so instead of it.
enum class Kind { Standard, Cancellation, Training };

/// Gross amounts in cents: normal, reduced 1, reduced 2, zero, special.
using Amounts = std::array<std::int64_t, 5>;

/// A receipt of an Austrian till as its code has it (RKSV, annex: 4).
struct Receipt {
    std::string provider; ///< of the signature: AT1
    std::string till;
    std::string number;
    std::string time; ///< 2026-11-20T10:12:01, of the till
    Amounts amounts{};
    Kind kind = Kind::Standard;
    std::int64_t turnover = 0; ///< cents, with this receipt
    std::string certificate;   ///< serial number
    std::string previous;      ///< JWS of the receipt before; empty: it is the first one
};

/// The turnover, readable by the company and the authority alone: AES-256 in counter mode, base 64.
std::string encryptedTurnover(std::string_view key, std::string_view till, std::string_view number,
                              std::int64_t cents, std::size_t bytes = 8);
/// What ties a receipt to the one before.
std::string chainValue(std::string_view till, std::string_view previousJws);

/// `_R1-AT1_till_…`. `key`: 32 bytes.
std::string codeOf(const Receipt& receipt, std::string_view key);
/// What is signed with ES256.
std::string signingInput(std::string_view code);
/// `signature`: r and s; empty when the signature unit is out of order.
std::string jwsOf(std::string_view code, std::string_view signature);
/// The code that is printed.
std::string qrOf(std::string_view code, std::string_view signature);

/// Of a receipt that is kept.
std::string tillOf(std::string_view jws);
bool isTraining(std::string_view jws);

/// A number as the code has it, whose fields are parted by `_`.
std::string numberInCode(std::string number);

/// The first bytes of the digest of the key, by which one finds that it was typed wrongly.
std::string checkValueOf(std::string_view key);

} // namespace svc::rksv
