#include "trade/exchange.hpp"

#include <svc/rounding.hpp>

namespace svc::trade {

std::optional<std::int64_t> exchanged(std::int64_t amount, Currency from, const Decimal& fromRate,
                                      Currency to, const Decimal& toRate) {
    try {
        const Decimal scaled = Decimal(amount).shifted(to.digits() - from.digits());
        return roundedMinor(Decimal::divide(scaled * toRate, fromRate, 0));
    } catch (const DecimalError&) {
        return std::nullopt; // too many digits is far out of range
    }
}

} // namespace svc::trade
