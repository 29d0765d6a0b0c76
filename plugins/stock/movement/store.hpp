#pragma once

#include <optional>
#include <vector>

#include "shelf/store/shelves.hpp"

namespace svc::stock {

struct MovementPage {
    std::vector<api::StockMovement> records;
    std::int64_t total = 0;
};

/// Newest first.
MovementPage listMovements(Call& call, const api::ListStockMovementsParameters& parameters);

/// A movement as the API shows it.
api::StockMovement movementRecord(const Movement& movement, const MovementSource& source, const Actor& actor);

/// Queues a manual correction of the stock; its lines are movements.
void insertAdjustment(Call& call, const api::StockAdjustment& adjustment);

} // namespace svc::stock
