// The data of a receipt that the security device (TSE) of a till signs: DSFinV-K, annex I, Kassenbeleg-V1.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <svc/decimal.hpp>

namespace svc::de_kassensichv {

inline constexpr std::string_view ReceiptProcess = "Kassenbeleg-V1";

/// Gross amounts in euro by rate: 19 %, 7 %, 10.7 %, 5.5 %, 0 %.
using GrossAmounts = std::array<Decimal, 5>;

struct PaidAmount {
    Decimal amount;
    bool cash = true;             ///< Bar, else Unbar
    std::string currency = "EUR"; ///< ISO 4217
};

struct ProcessData {
    std::string type; ///< Beleg, AVTraining …
    GrossAmounts gross;
    std::vector<PaidAmount> payments;
};

/// `Beleg^0.00_2.55_0.00_0.00_0.00^2.55:Bar`; with no payment it ends with `0.00:Bar`.
std::string processDataOf(const ProcessData& data);
/// Nothing for a text outside of the grammar: an unknown type, amounts without exactly two decimals.
std::optional<ProcessData> readProcessData(std::string_view text);

} // namespace svc::de_kassensichv
