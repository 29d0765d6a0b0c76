#pragma once

#include <cstdint>
#include <optional>

#include <svc/currency.hpp>
#include <svc/decimal.hpp>

#include "domain/purchase.hpp"

namespace svc::purchases {

/// What a payment of `amount` takes off the debt of the purchase in the currency of the company, at the
/// rate of the purchase. The parts of all payments add up to exactly the converted total: the last one takes
/// what is left.
std::int64_t releasedBase(const Purchase& purchase, std::int64_t amount);

/// Units of a currency for one unit of the company's, on the day of a payment.
struct DayRates {
    Decimal document = Decimal(1); ///< of the currency of the purchase
    Decimal wallet = Decimal(1);   ///< of the currency of the wallet
};

/// A payment seen from the wallet.
struct WalletAmounts {
    std::int64_t walletAmount = 0; ///< in the currency of the wallet
    std::int64_t walletBase = 0;   ///< the same in the currency of the company, at the rate of the day
};

/// What leaves the wallet for `amount` of the purchase's currency: `given` when the client says so, else
/// computed from the rates of the day. Throws DocumentError when a rate is not usable.
WalletAmounts walletAmounts(std::int64_t amount, Currency documentCurrency, std::optional<std::int64_t> given,
                            Currency walletCurrency, Currency base, const DayRates& rates);

} // namespace svc::purchases
