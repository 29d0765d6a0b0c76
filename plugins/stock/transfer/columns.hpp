#pragma once

#include <svc/columns.hpp>

#include "transfer/store.hpp"

namespace svc::stock {

inline const Table Transfers("stock.transfer", columnWrittenOnce("id", &Transfer::id),
                             column("from_location_id", &Transfer::fromLocationId),
                             column("to_location_id", &Transfer::toLocationId),
                             column("date", &Transfer::date), column("note", &Transfer::note),
                             column("version", &Transfer::version),
                             column("created_at", &Transfer::createdAt),
                             column("updated_at", &Transfer::updatedAt),
                             actorColumns("created_by", &Transfer::createdBy));
inline const Table TransferLines("stock.transfer_line",
                                 columnWrittenOnce("item_id", &api::StockTransferLine::itemId),
                                 column("lot_number", &api::StockTransferLine::lotNumber),
                                 column("quantity", &api::StockTransferLine::quantity));

} // namespace svc::stock
