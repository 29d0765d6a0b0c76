#pragma once

#include <svc/call.hpp>

#include "domain/purchase.hpp"

namespace svc::purchases {

/// The whole of POST /purchases: checks, number, rows, receipt, payment, events, books.
Purchase createPurchase(Call& call, const Json& body);

} // namespace svc::purchases
