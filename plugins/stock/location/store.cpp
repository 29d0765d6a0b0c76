#include "location/store.hpp"

#include <svc/list_search.hpp>

#include "location/columns.hpp"

namespace svc::stock {
namespace {

const std::string SelectLocations =
    "SELECT " + Locations.select("l") + " FROM stock.location l WHERE l.company_id = $1 AND ";
const std::string SelectLocation = SelectLocations + "l.id = $2";
const std::string LockLocation = SelectLocation + " FOR NO KEY UPDATE";
const std::string SelectFirstLocation =
    SelectLocations + "l.business_unit_id = $2 AND NOT l.archived ORDER BY l.created_at, l.id LIMIT 1";

std::optional<Location> firstLocation(const Rows& rows) {
    return rows.empty() ? std::nullopt : std::optional(Locations.read(rows[0]));
}

} // namespace

LocationPage listLocations(Call& call, bool archived, const ArrayPage& page) {
    ListRequest request{{}, "stock.location", "l", ListParams(call.companyId())};
    request.where = archived ? " AND l.archived" : " AND NOT l.archived";
    request.order = " ORDER BY lower(l.name), l.id";
    request.limit = page.limit;
    request.offset = page.offset;
    LocationPage result;
    result.total = readList(call, request, Locations.select("l"), [&](const Row& row, std::uint32_t column) {
                       result.locations.push_back(Locations.read(row, column));
                   }).count;
    return result;
}

std::optional<Location> readLocation(Call& call, LocationId id) {
    return firstLocation(call.db().query(SelectLocation, call.companyId(), id));
}

std::optional<Location> lockLocation(Call& call, LocationId id) {
    return firstLocation(call.db().query(LockLocation, call.companyId(), id));
}

void insertLocation(Call& call, const Location& location) {
    Locations.insert(call, {location});
}

void updateLocation(Call& call, const Location& location) {
    Locations.update(call, location);
}

std::optional<Json> businessUnitFacts(Call& call, const std::optional<BusinessUnitId>& id) {
    return id ? call.businessUnit(id->toString()) : call.businessUnit(std::nullopt);
}

std::optional<Location> defaultLocation(Call& call, const std::optional<BusinessUnitId>& businessUnitId) {
    const auto unit = businessUnitFacts(call, businessUnitId);
    if (!unit) {
        return std::nullopt;
    }
    if (const auto id = LocationId::parse(unit->textOr("defaultLocationId"))) {
        return readLocation(call, *id);
    }
    const auto unitId = BusinessUnitId::parse(unit->textOr("id"));
    return unitId ? firstLocation(call.db().query(SelectFirstLocation, call.companyId(), *unitId))
                  : std::nullopt;
}

} // namespace svc::stock
