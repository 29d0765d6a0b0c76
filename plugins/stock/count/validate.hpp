#pragma once

#include "count/store.hpp"
#include "location/store.hpp"

namespace svc::stock {

/// Reads the expected quantities under the lock of the stock, moves the differences, posts to the ledger.
void validate(Call& call, Count& count, const Location& location);

} // namespace svc::stock
