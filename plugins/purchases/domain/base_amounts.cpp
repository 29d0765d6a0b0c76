#include "domain/base_amounts.hpp"

#include <svc/money.hpp>
#include <svc/tax.hpp>

namespace svc::purchases {

std::int64_t releasedBase(const Purchase& purchase, std::int64_t amount) {
    if (purchase.total == 0) {
        return 0;
    }
    if (amount >= purchase.balance()) {
        return purchase.totalBase - purchase.paidBase;
    }
    // From the running sum, so that rounding never adds up.
    const std::int64_t after =
        roundedRatio(Int128{purchase.totalBase} * (purchase.paid + amount), purchase.total);
    return after - purchase.paidBase;
}

WalletAmounts walletAmounts(std::int64_t amount, Currency documentCurrency, std::optional<std::int64_t> given,
                            Currency walletCurrency, Currency base, const DayRates& rates) {
    if (walletCurrency == documentCurrency) {
        return {amount, documentCurrency == base
                            ? amount
                            : convertMinor(amount, documentCurrency, rates.document, base)};
    }
    const std::int64_t inBase =
        documentCurrency == base ? amount : convertMinor(amount, documentCurrency, rates.document, base);
    if (walletCurrency == base) {
        const std::int64_t received = given.value_or(inBase);
        return {received, received};
    }
    if (given) {
        return {*given, convertMinor(*given, walletCurrency, rates.wallet, base)};
    }
    // The rate is units of the wallet's currency for one of the company's.
    const Decimal major = majorFromMinor(inBase, base) * rates.wallet;
    const auto received = roundedMinor(major.shifted(walletCurrency.digits()));
    if (!received) {
        throw DocumentError("walletAmount");
    }
    return {*received, inBase};
}

} // namespace svc::purchases
