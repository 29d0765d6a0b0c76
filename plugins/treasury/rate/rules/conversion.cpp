#include "rate/rules/conversion.hpp"

#include <svc/money.hpp>

namespace svc::treasury {

namespace {

std::optional<std::int64_t> inRange(const Decimal& amount) {
    const auto minor = amount.toInteger();
    return minor && isMinorInRange(*minor) ? minor : std::nullopt;
}

} // namespace

std::optional<std::int64_t> baseAmount(std::int64_t amount, Currency from, Currency base,
                                       const Decimal& rate) {
    const Decimal scaled = Decimal(amount).shifted(base.digits() - from.digits());
    return inRange(Decimal::divide(scaled, rate, 0));
}

} // namespace svc::treasury
