#pragma once

#include <vector>

#include "bindings.hpp"

namespace svc::sales {

/// An offer to a customer, and what became of it. It has its lines wherever it is not a row of a list.
using Quote = api::Quote;
using QuoteLine = api::QuoteLine;

/// What of a line can still become a sale; has the sign of its quantity.
inline Decimal remainingOf(const QuoteLine& line) {
    return line.quantity - line.quantityConverted;
}

} // namespace svc::sales
