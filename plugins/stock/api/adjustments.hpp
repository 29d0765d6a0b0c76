#pragma once

#include <string>
#include <vector>

#include <svc/call.hpp>

#include "api/goods.hpp"
#include "store/adjustments.hpp"
#include "store/locations.hpp"

namespace svc::stock {

/// Records an adjustment whose lines are checked: movements, events, books.
MovedGoods recordAdjustment(Call& call, const Adjustment& adjustment, const Location& location,
                            std::vector<GoodsLine> lines);

} // namespace svc::stock
