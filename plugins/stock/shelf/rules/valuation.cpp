#include "shelf/rules/valuation.hpp"

#include <svc/rounding.hpp>

namespace svc::stock {

std::int64_t Valuation::revalue() {
    const auto value = roundedMinor(average_ * quantity_);
    if (!value) {
        throw DecimalError("the value of a stock is out of range");
    }
    const std::int64_t difference = *value - value_;
    value_ = *value;
    return difference;
}

std::int64_t Valuation::take(const Decimal& quantity) {
    quantity_ -= quantity;
    return revalue();
}

std::int64_t Valuation::put(const Decimal& quantity, const Decimal& unitCost) {
    const Decimal after = quantity_ + quantity;
    average_ =
        Decimal::divide(average_ * quantity_ + unitCost * quantity, after, AverageDecimals).normalized();
    quantity_ = after;
    return revalue();
}

} // namespace svc::stock
