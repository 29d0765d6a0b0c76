/// @file Rules of payments that sales and purchases share: API definitions 5.4 and 7.1.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include <svc/currency.hpp>
#include <svc/decimal.hpp>
#include <svc/money.hpp>
#include <svc/rounding.hpp>
#include <svc/tax.hpp>

namespace svc {

/// What is wrong with the payments that come with a new document.
enum class PlanFault { None = 1, TotalMismatch, AboveTotal };

/// `paidInFull` wants payments that add up to the total; else they may be below it, never above.
inline PlanFault checkPlannedPayments(std::span<const std::int64_t> amounts, std::int64_t total,
                                      bool paidInFull) {
    Int128 sum = 0;
    for (const std::int64_t amount : amounts) {
        sum += amount;
    }
    if (paidInFull && sum != total) {
        return PlanFault::TotalMismatch;
    }
    return sum > total ? PlanFault::AboveTotal : PlanFault::None;
}

/// How a payment through a wallet of this kind was most likely made.
inline std::string_view defaultMethod(std::string_view walletKind) {
    if (walletKind == "cash" || walletKind == "card" || walletKind == "mobile_money") {
        return walletKind;
    }
    return "bank_transfer";
}

/// A till holds cash only: any other method with a wallet of kind `cash` is refused.
inline bool methodFits(std::string_view method, std::string_view walletKind) {
    return walletKind != "cash" || method == "cash";
}

/// What is handed back when `tendered` was given; nothing when it does not cover the amount.
inline std::optional<std::int64_t> changeOf(std::int64_t amount, std::optional<std::int64_t> tendered) {
    if (!tendered) {
        return 0;
    }
    return *tendered < amount ? std::nullopt : std::optional(*tendered - amount);
}

/// Units of a currency for one unit of the company's, on the day of a payment.
struct DayRates {
    Decimal document = Decimal(1); ///< of the currency of the document
    Decimal wallet = Decimal(1);   ///< of the currency of the wallet
};

/// A payment seen from the wallet.
struct WalletAmounts {
    std::int64_t walletAmount = 0; ///< in minor units of the currency of the wallet
    std::int64_t walletBase = 0;   ///< the same in the currency of the company, at the rate of the day
};

/// What goes through the wallet for `amount` of the document's currency: `given` when the client says so,
/// else computed from the rates of the day. Throws DocumentError when a rate is not usable.
inline WalletAmounts walletAmounts(std::int64_t amount, Currency documentCurrency,
                                   std::optional<std::int64_t> given, Currency walletCurrency, Currency base,
                                   const DayRates& rates) {
    const std::int64_t inBase =
        documentCurrency == base ? amount : convertMinor(amount, documentCurrency, rates.document, base);
    if (walletCurrency == documentCurrency) {
        return {amount, inBase};
    }
    if (walletCurrency == base) {
        const std::int64_t moved = given.value_or(inBase);
        return {moved, moved};
    }
    if (given) {
        return {*given, convertMinor(*given, walletCurrency, rates.wallet, base)};
    }
    // The rate is units of the wallet's currency for one of the company's.
    const Decimal major = majorFromMinor(inBase, base) * rates.wallet;
    const auto moved = roundedMinor(major.shifted(walletCurrency.digits()));
    if (!moved) {
        throw DocumentError("walletAmount");
    }
    return {*moved, inBase};
}

} // namespace svc
