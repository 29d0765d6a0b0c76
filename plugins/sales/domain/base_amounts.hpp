#pragma once

#include <cstdint>

#include <svc/payments.hpp>

#include "domain/sale.hpp"

namespace svc::sales {

/// What a payment of `amount` takes off the receivable of the sale in the currency of the company, at the
/// rate of the sale. The parts of all payments add up to exactly the converted total: the last one takes what
/// is left.
std::int64_t releasedBase(const Sale& sale, std::int64_t amount);

} // namespace svc::sales
