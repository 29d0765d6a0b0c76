#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "sale/rules/sale.hpp"

namespace svc::sales {

enum class StockMove { Issue = 1, IssueReserved, Reserve, Release, Return };

/// The document because of which goods move.
struct GoodsReason {
    std::string_view kind; ///< sale, delivery or credit_note
    std::string id;
    std::string number;
    calls::stock::MovementReason reason = calls::stock::MovementReason::Sale; ///< of the movements
    bool emitMovement = false;
};

/// A line of the sale and how much of it moves.
struct GoodsQuantity {
    std::size_t line = 0;
    Decimal quantity;
};

/// Moves the stocked ones of these lines at `location`; does nothing when there are none. The path of a line
/// in a refusal is that of the sale.
void moveGoods(Call& call, const Sale& sale, StockMove move, const std::vector<GoodsQuantity>& goods,
               const GoodsReason& reason, Date date, LocationId location);

/// Locks the stock of the same goods with the next round trip, for the move that must follow.
void lockGoods(Call& call, const Sale& sale, const std::vector<GoodsQuantity>& goods, LocationId location);

/// The document of the sale itself.
GoodsReason reasonOf(const Sale& sale);

} // namespace svc::sales
