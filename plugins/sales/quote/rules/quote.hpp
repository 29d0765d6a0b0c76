#pragma once

#include <vector>

#include <records.hpp>

namespace svc::sales {

/// An offer to a customer, and its outcome. It has its lines except as a row of a list.
using Quote = api::Quote;
using QuoteLine = api::QuoteLine;

/// The quantity of a line that can still be sold; has the sign of its quantity.
inline Decimal remainingOf(const QuoteLine& line) {
    return line.quantity - line.quantityConverted;
}

} // namespace svc::sales
