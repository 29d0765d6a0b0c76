#include "domain/base_amounts.hpp"

#include <algorithm>

#include <svc/money.hpp>
#include <svc/tax.hpp>

namespace svc::sales {

std::int64_t releasedBase(const Sale& sale, std::int64_t amount) {
    if (sale.total == 0) {
        return 0;
    }
    if (amount >= sale.balance()) {
        return sale.receivableBase();
    }
    // From the running sum, so that rounding never adds up.
    const std::int64_t after = roundedRatio(Int128{sale.totalBase} * (sale.held() + amount), sale.total);
    const std::int64_t released = after - (sale.paidBase - sale.refundedBase);
    return std::clamp<std::int64_t>(released, 0, std::max<std::int64_t>(sale.receivableBase(), 0));
}

WalletAmounts walletAmounts(std::int64_t amount, Currency saleCurrency, std::optional<std::int64_t> given,
                            Currency walletCurrency, Currency base, const DayRates& rates) {
    if (walletCurrency == saleCurrency) {
        return {amount, saleCurrency == base ? amount : convertMinor(amount, saleCurrency, rates.sale, base)};
    }
    const std::int64_t inBase =
        saleCurrency == base ? amount : convertMinor(amount, saleCurrency, rates.sale, base);
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

} // namespace svc::sales
