#pragma once

#include <svc/columns.hpp>

#include "count/store.hpp"

namespace svc::stock {

inline const Table Counts("stock.count", columnWrittenOnce("id", &Count::id),
                          columnWrittenOnce("location_id", &Count::locationId),
                          column("status", &Count::status), column("date", &Count::date),
                          columnWrittenOnce("note", &Count::note), column("version", &Count::version),
                          column("updated_at", &Count::updatedAt),
                          columnWrittenOnce("created_at", &Count::createdAt),
                          actorColumns("created_by", &Count::createdBy));
inline const Table CountLines("stock.count_line", columnWrittenOnce("item_id", &CountLine::itemId),
                              column("lot_number", &CountLine::lotNumber),
                              column("counted", &CountLine::counted),
                              column("expected", &CountLine::expected), column("value", &CountLine::value));

} // namespace svc::stock
