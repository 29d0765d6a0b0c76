#pragma once

#include <svc/columns.hpp>

#include "location/store.hpp"

namespace svc::stock {

inline const Table Locations("stock.location", columnWrittenOnce("id", &Location::id),
                             column("name", &Location::name),
                             column("business_unit_id", &Location::businessUnitId),
                             column("kind", &Location::kind), column("archived", &Location::archived),
                             column("version", &Location::version),
                             column("updated_at", &Location::updatedAt),
                             columnWrittenOnce("created_at", &Location::createdAt),
                             actorColumns("created_by", &Location::createdBy));

} // namespace svc::stock
