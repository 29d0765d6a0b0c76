#pragma once

#include "count/store.hpp"
#include "location/store.hpp"

namespace svc::stock {

/// Reads what was expected under the lock of the shelf, moves the differences, writes the books.
void validate(Call& call, Count& count, const Location& location);

} // namespace svc::stock
