#pragma once

#include <cstdint>
#include <optional>

#include <svc/currency.hpp>
#include <svc/decimal.hpp>

#include "domain/sale.hpp"

namespace svc::sales {

/// What a payment of `amount` takes off the receivable of the sale in the currency of the company, at the
/// rate of the sale. The parts of all payments add up to exactly the converted total: the last one takes what
/// is left.
std::int64_t releasedBase(const Sale& sale, std::int64_t amount);

/// Units of a currency for one unit of the company's, on the day of a payment.
struct DayRates {
    Decimal sale = Decimal(1);   ///< of the currency of the sale
    Decimal wallet = Decimal(1); ///< of the currency of the wallet
};

/// A payment seen from the wallet.
struct WalletAmounts {
    std::int64_t walletAmount = 0; ///< in the currency of the wallet
    std::int64_t walletBase = 0;   ///< the same in the currency of the company, at the rate of the day
};

/// What the wallet receives for `amount` of the sale's currency: `given` when the client says so, else
/// computed from the rates of the day. Throws DocumentError when a rate is not usable.
WalletAmounts walletAmounts(std::int64_t amount, Currency saleCurrency, std::optional<std::int64_t> given,
                            Currency walletCurrency, Currency base, const DayRates& rates);

} // namespace svc::sales
