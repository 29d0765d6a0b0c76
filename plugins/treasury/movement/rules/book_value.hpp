#pragma once

#include <cstdint>

#include "movement/rules/posting.hpp"

namespace svc::treasury {

/// The balance of a wallet in a foreign currency, and its cost in the currency of the company.
struct Holding {
    std::int64_t balance = 0;
    std::int64_t value = 0;
};

/// The book value of a movement of such a wallet. A movement away from a zero balance has its value at the
/// rate of the day. A movement towards zero has the weighted average cost of the balance, and the whole
/// remaining cost if the balance becomes zero, so that an empty wallet has the value zero.
std::int64_t bookValue(const Holding& before, Direction direction, std::int64_t amount,
                       std::int64_t valueOfTheDay);

} // namespace svc::treasury
