#pragma once

#include <cstdint>

#include <svc/decimal.hpp>

namespace svc::stock {

/// Quantity of an item in the whole company, its weighted average cost and its value.
///
/// Rounding rule: the average keeps 8 decimals of a minor unit and changes only when goods come in; the value
/// is always round(average × quantity). A movement is worth the difference of the values before and after it.
/// So the values of the movements of an item add up to its value exactly, whatever the number of movements,
/// no rounding difference piles up, and when the quantity is back at zero the value is zero.
class Valuation {
public:
    /// Decimals of a minor unit that the average keeps.
    static constexpr int AverageDecimals = 8;

    Valuation() = default;
    Valuation(const Decimal& quantity, const Decimal& average, std::int64_t value)
        : quantity_(quantity), average_(average), value_(value) {}

    const Decimal& quantity() const noexcept { return quantity_; }
    /// Stays what it was when the quantity is zero: goods that come back without a cost come back at it.
    const Decimal& average() const noexcept { return average_; }
    std::int64_t value() const noexcept { return value_; }

    /// Goods leave: the value of the movement, zero or negative. `quantity` is above zero and not above
    /// quantity().
    std::int64_t take(const Decimal& quantity);
    /// Goods come in at a cost per unit: the value of the movement, zero or positive but for a minor unit of
    /// rounding. Throws DecimalError when the value is no amount any more.
    std::int64_t put(const Decimal& quantity, const Decimal& unitCost);

private:
    std::int64_t revalue();

    Decimal quantity_;
    Decimal average_;
    std::int64_t value_ = 0;
};

} // namespace svc::stock
