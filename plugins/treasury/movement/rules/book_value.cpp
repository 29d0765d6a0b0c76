#include "movement/rules/book_value.hpp"

#include <algorithm>

#include <svc/decimal.hpp>

namespace svc::treasury {

namespace {

std::int64_t share(std::int64_t whole, std::int64_t part, std::int64_t of) {
    return Decimal::divide(Decimal(whole) * Decimal(part), Decimal(of), 0).toInteger().value();
}

} // namespace

std::int64_t bookValue(const Holding& before, Direction direction, std::int64_t amount,
                       std::int64_t valueOfTheDay) {
    const bool wasPositive = before.balance > 0;
    if (before.balance == 0 || wasPositive == (direction == Direction::In)) {
        return valueOfTheDay;
    }
    const std::int64_t held = wasPositive ? before.balance : -before.balance;
    const std::int64_t worth = std::max<std::int64_t>(wasPositive ? before.value : -before.value, 0);
    if (amount < held) {
        return share(worth, amount, held);
    }
    return worth + share(valueOfTheDay, amount - held, amount);
}

} // namespace svc::treasury
