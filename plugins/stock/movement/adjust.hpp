#pragma once

#include <vector>

#include "location/store.hpp"
#include "shelf/goods.hpp"

namespace svc::stock {

/// Records an adjustment with checked lines: movements, events, ledger entries. Adds the movements to it.
void recordAdjustment(Call& call, api::StockAdjustment& adjustment, const Location& location,
                      std::vector<GoodsLine> lines);

} // namespace svc::stock
