#pragma once

#include "domain/purchase.hpp"

namespace svc::purchases {

/// What a payment of `amount` takes off the debt of the purchase in the currency of the company, at the
/// rate of the purchase. The parts of all payments add up to exactly the converted total: the last one takes
/// what is left.
std::int64_t releasedBase(const Purchase& purchase, std::int64_t amount);

} // namespace svc::purchases
