#pragma once

#include <svc/columns.hpp>

#include "movement/store.hpp"

namespace svc::stock {

/// Read here, written by saveShelf().
inline const Table Movements(
    "stock.movement", columnWrittenOnce("id", &api::StockMovement::id), column("at", &api::StockMovement::at),
    column("item_id", &api::StockMovement::itemId), column("location_id", &api::StockMovement::locationId),
    column("quantity", &api::StockMovement::quantity),
    column("quantity_after", &api::StockMovement::quantityAfter),
    column("reason", &api::StockMovement::reason), column("unit_cost", &api::StockMovement::unitCost),
    column("value", &api::StockMovement::value), column("lot_number", &api::StockMovement::lotNumber),
    column("document_kind", &api::StockMovement::documentKind),
    column("document_id", &api::StockMovement::documentId), column("note", &api::StockMovement::note),
    actorColumns("created_by", &api::StockMovement::actor));

inline const Table Adjustments("stock.adjustment", columnWrittenOnce("id", &api::StockAdjustment::id),
                               column("location_id", &api::StockAdjustment::locationId),
                               column("reason", &api::StockAdjustment::reason),
                               column("date", &api::StockAdjustment::date),
                               column("note", &api::StockAdjustment::note),
                               column("version", &api::StockAdjustment::version),
                               column("created_at", &api::StockAdjustment::createdAt),
                               column("updated_at", &api::StockAdjustment::updatedAt),
                               actorColumns("created_by", &api::StockAdjustment::createdBy));

} // namespace svc::stock
