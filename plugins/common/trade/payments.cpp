#include "trade/payments.hpp"

#include <algorithm>

#include <svc/rounding.hpp>

#include "trade/exchange.hpp"
#include "trade/tax.hpp"

namespace svc::trade {

PlanFault checkPlannedPayments(std::span<const std::int64_t> amounts, std::int64_t total, bool paidInFull) {
    Int128 sum = 0;
    for (const std::int64_t amount : amounts) {
        sum += amount;
    }
    if (paidInFull && sum != total) {
        return PlanFault::TotalMismatch;
    }
    return sum > total ? PlanFault::AboveTotal : PlanFault::None;
}

std::string_view defaultMethod(std::string_view walletKind) {
    if (walletKind == "cash" || walletKind == "card" || walletKind == "mobile_money") {
        return walletKind;
    }
    return "bank_transfer";
}

bool methodFits(std::string_view method, std::string_view walletKind) {
    return walletKind != "cash" || method == "cash";
}

std::optional<std::int64_t> changeOf(std::int64_t amount, std::optional<std::int64_t> tendered) {
    if (!tendered) {
        return 0;
    }
    return *tendered < amount ? std::nullopt : std::optional(*tendered - amount);
}

WalletAmounts walletAmounts(std::int64_t amount, std::optional<std::int64_t> given,
                            const PaymentCurrencies& currencies, const DayRates& rates) {
    const auto& [document, wallet, base] = currencies;
    const std::int64_t inBase =
        document == base ? amount : convertMinor(amount, document, rates.document, base);
    if (wallet == document) {
        return {amount, inBase};
    }
    if (wallet == base) {
        const std::int64_t moved = given.value_or(inBase);
        return {moved, moved};
    }
    if (given) {
        return {*given, convertMinor(*given, wallet, rates.wallet, base)};
    }
    const auto moved = exchanged(amount, document, rates.document, wallet, rates.wallet);
    if (!moved) {
        throw DocumentError("walletAmount");
    }
    return {*moved, inBase};
}

WalletAmounts walletAmountsOf(std::int64_t amount, const std::optional<MajorAmount>& given,
                              const PaymentCurrencies& currencies, const DayRates& rates,
                              const std::string& path) {
    std::optional<std::int64_t> minor;
    if (given) {
        minor = given->minor(currencies.wallet, path);
        if (*minor <= 0 || (currencies.wallet == currencies.document && *minor != amount)) {
            throw fieldInvalid(path);
        }
    }
    WalletAmounts amounts;
    try {
        amounts = walletAmounts(amount, minor, currencies, rates);
    } catch (const DocumentError&) {
        throw fieldInvalid(path);
    }
    if (amount != 0 && amounts.walletAmount == 0) {
        throw fieldInvalid(path);
    }
    return amounts;
}

std::int64_t releasedBase(const OpenDocument& document, std::int64_t amount) {
    if (document.total == 0) {
        return 0;
    }
    if (amount >= document.balance) {
        return document.openBase;
    }
    // Computed from the running sum, so that rounding differences never add up.
    const std::int64_t after =
        roundedRatio(Int128{document.totalBase} * (document.held + amount), document.total);
    return std::clamp<std::int64_t>(after - document.heldBase, 0,
                                    std::max<std::int64_t>(document.openBase, 0));
}

} // namespace svc::trade
