#pragma once

#include <cstdint>

#include <svc/decimal.hpp>

namespace svc::stock {

/// Quantity of an item in the whole company, its weighted average cost and its value.
///
/// Rounding rule: the average keeps 8 decimals of a minor unit and changes only when goods come in; the value
/// is always round(average × quantity). The value of a movement is the difference of the values before and
/// after it. So the values of an item's movements always add up exactly to its value, rounding differences do
/// not accumulate, and a quantity of zero has the value zero.
class Valuation {
public:
    /// Decimals of a minor unit that the average keeps.
    static constexpr int AverageDecimals = 8;

    Valuation() = default;
    Valuation(const Decimal& quantity, const Decimal& average, std::int64_t value)
        : quantity_(quantity), average_(average), value_(value) {}

    const Decimal& quantity() const noexcept { return quantity_; }
    /// Kept when the quantity becomes zero: returned goods without a cost are valued at it.
    const Decimal& average() const noexcept { return average_; }
    std::int64_t value() const noexcept { return value_; }

    /// Goods leave: returns the value of the movement, zero or negative. `quantity` is positive and at most
    /// quantity().
    std::int64_t take(const Decimal& quantity);
    /// Goods come in at a cost per unit: returns the value of the movement, zero or positive except for one
    /// minor unit of rounding. Throws DecimalError when the value is out of range.
    std::int64_t put(const Decimal& quantity, const Decimal& unitCost);

private:
    std::int64_t revalue();

    Decimal quantity_;
    Decimal average_;
    std::int64_t value_ = 0;
};

} // namespace svc::stock
