#pragma once

#include <cstddef>
#include <vector>

#include "sale/rules/credit.hpp"
#include "sale/rules/sale.hpp"

namespace svc::sales {

/// What crediting does to the goods of a line.
struct GoodsBack {
    std::size_t line = 0;
    Decimal toShelf;   ///< put back into stock
    Decimal released;  ///< was reserved and is free again
    Decimal returned;  ///< was handed over and came back
    Decimal cancelled; ///< was not handed over and never will be
};

/// With `restock` the goods come back: what was handed over first, then what is still to deliver. Without it
/// nothing comes back, and what is still to deliver is not delivered any more.
std::vector<GoodsBack> goodsBack(const Sale& sale, const Credit& credit, bool restock);

/// Adds what comes back to the counts of the lines.
void applyGoodsBack(Sale& sale, const std::vector<GoodsBack>& goods);

} // namespace svc::sales
