#include "rate/rules/conversion.hpp"

#include <svc/money.hpp>

namespace svc::treasury {

std::int64_t baseAmount(std::int64_t amount, Currency from, Currency base, const Decimal& rate) {
    const Decimal scaled = Decimal(amount).shifted(base.digits() - from.digits());
    const auto result = Decimal::divide(scaled, rate, 0).toInteger();
    if (!result || !isMinorInRange(*result)) {
        throw DecimalError("a converted amount is out of range");
    }
    return *result;
}

std::int64_t exchanged(std::int64_t amount, Currency from, const Decimal& fromRate, Currency to,
                       const Decimal& toRate) {
    const Decimal scaled = Decimal(amount).shifted(to.digits() - from.digits());
    const auto result = Decimal::divide(scaled * toRate, fromRate, 0).toInteger();
    if (!result || !isMinorInRange(*result)) {
        throw DecimalError("a converted amount is out of range");
    }
    return *result;
}

std::int64_t includedTax(std::int64_t amount, const Decimal& ratePercent) {
    return Decimal::divide(Decimal(amount) * ratePercent, Decimal(100) + ratePercent, 0).toInteger().value();
}

} // namespace svc::treasury
