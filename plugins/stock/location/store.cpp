#include "location/store.hpp"

#include <svc/list_search.hpp>

#include "location/columns.hpp"

namespace svc::stock {
namespace {

const std::string SelectLocations =
    "SELECT " + Locations.select("r") + " FROM stock.location r WHERE r.company_id = $1 AND ";
const std::string SelectLocation = SelectLocations + "r.id = $2";
const std::string LockLocation = SelectLocation + " FOR NO KEY UPDATE";
const std::string SelectFirstLocation =
    SelectLocations + "r.business_unit_id = $2 AND NOT r.archived ORDER BY r.created_at, r.id LIMIT 1";

std::optional<Location> firstLocation(const Rows& rows) {
    return rows.empty() ? std::nullopt : std::optional(Locations.read(rows[0]));
}

} // namespace

LocationPage findLocations(Call& call, const api::ListLocationsParameters& parameters) {
    const ListRequest list = lists::location(call, parameters);
    LocationPage result;
    result.total = readList(call, list, Locations.select("r"), [&](const Row& row, std::uint32_t column) {
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
        if (auto location = readLocation(call, *id); location && !location->archived) {
            return location;
        }
    }
    const auto unitId = BusinessUnitId::parse(unit->textOr("id"));
    return unitId ? firstLocation(call.db().query(SelectFirstLocation, call.companyId(), *unitId))
                  : std::nullopt;
}

} // namespace svc::stock
