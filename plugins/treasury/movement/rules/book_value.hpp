#pragma once

#include <cstdint>

#include "movement/rules/posting.hpp"

namespace svc::treasury {

/// A wallet in a foreign currency: what it holds, and what that cost in the currency of the company.
struct Holding {
    std::int64_t balance = 0;
    std::int64_t value = 0;
};

/// Value in the books of a movement of such a wallet. What takes the balance away from zero counts with its
/// value at the rate of the day; what brings it back counts with the average that the wallet paid, and all
/// that is left when nothing is left, so that an empty wallet is worth nothing.
std::int64_t bookValue(const Holding& before, Direction direction, std::int64_t amount,
                       std::int64_t valueOfTheDay);

} // namespace svc::treasury
