#pragma once

#include <cstddef>
#include <vector>

#include "sale/rules/credit.hpp"
#include "sale/rules/sale.hpp"

namespace svc::sales {

/// The effect of a credit on the goods of a line.
struct GoodsBack {
    std::size_t line = 0;
    Decimal toShelf;   ///< put back into stock
    Decimal released;  ///< was reserved and is free again
    Decimal returned;  ///< was delivered and came back
    Decimal cancelled; ///< was not delivered and never will be
};

/// With `restock` the goods come back: delivered goods first, then those not delivered yet. Without it
/// nothing comes back, and undelivered goods are not delivered any more.
std::vector<GoodsBack> goodsBack(const Sale& sale, const Credit& credit, bool restock);

/// Adds the returned and cancelled quantities to the counts of the lines.
void applyGoodsBack(Sale& sale, const std::vector<GoodsBack>& goods);

} // namespace svc::sales
