#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "bindings.hpp"
#include "sale/rules/sale.hpp"

namespace svc::sales {

enum class StockMove { Issue = 1, IssueReserved, Reserve, Release };

/// The document that causes a movement of goods.
struct GoodsReason {
    std::string_view kind; ///< sale, delivery or credit_note
    std::string id;
    std::string number;
    calls::stock::MovementReason reason = calls::stock::MovementReason::Sale; ///< of the movements
    bool emitMovement = false;
};

/// A line of the sale and the quantity that moves.
struct GoodsQuantity {
    std::size_t line = 0;
    Decimal quantity;
};

/// Moves the stocked goods of these lines at `location`; does nothing when there are none. A refusal names
/// the line by its path in the sale.
void moveGoods(Call& call, const Sale& sale, StockMove move, const std::vector<GoodsQuantity>& goods,
               const GoodsReason& reason, Date date, LocationId location);

/// Puts stocked goods of these lines back on the shelf at `location`. Returns whether any came back: none
/// comes of an item that is not kept in stock any more.
bool returnGoods(Call& call, const Sale& sale, const std::vector<GoodsQuantity>& goods,
                 const GoodsReason& reason, Date date, LocationId location);

/// Locks the stock of the same goods in the next round trip; moveGoods() must follow.
void lockGoods(Call& call, const Sale& sale, const std::vector<GoodsQuantity>& goods, LocationId location);

/// The sale itself as the reason.
GoodsReason reasonOf(const Sale& sale);

} // namespace svc::sales
