#include "store/locations.hpp"

#include "store/tallies.hpp"

namespace svc::stock {
namespace {

#define STOCK_LOCATION_COLUMNS                                                                               \
    "id, name, business_unit_id, kind, archived, version, created_at, updated_at, created_by_kind, "         \
    "created_by_id"

constexpr std::string_view SelectLocations =
    "SELECT " STOCK_LOCATION_COLUMNS " FROM stock.location"
    " WHERE company_id = $1 AND archived = $2 ORDER BY lower(name), id LIMIT $3 OFFSET $4";
constexpr std::string_view SelectLocation =
    "SELECT " STOCK_LOCATION_COLUMNS " FROM stock.location WHERE company_id = $1 AND id = $2";
constexpr std::string_view LockLocation =
    "SELECT " STOCK_LOCATION_COLUMNS
    " FROM stock.location WHERE company_id = $1 AND id = $2 FOR NO KEY UPDATE";
constexpr std::string_view SelectFirstLocation =
    "SELECT " STOCK_LOCATION_COLUMNS " FROM stock.location"
    " WHERE company_id = $1 AND business_unit_id = $2 AND NOT archived ORDER BY created_at, id LIMIT 1";
constexpr std::string_view InsertLocation =
    "INSERT INTO stock.location (company_id, id, name, business_unit_id, kind, archived, version, created_at,"
    " updated_at, created_by_kind, created_by_id) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9, $10)";
constexpr std::string_view UpdateLocation =
    "UPDATE stock.location SET name = $3, business_unit_id = $4, kind = $5, archived = $6, version = $7,"
    " updated_at = $8 WHERE company_id = $1 AND id = $2";

Location locationOf(const Row& row) {
    Location location;
    location.id = row.uuid(0);
    location.name = row.text(1);
    location.businessUnitId = row.uuid(2);
    location.kind = row.text(3);
    location.archived = row.boolean(4);
    location.version = row.integer(5);
    location.createdAt = row.instant(6);
    location.updatedAt = row.instant(7);
    if (const auto kind = row.optionalText(8)) {
        location.createdByKind = std::string(*kind);
    }
    location.createdById = row.optionalUuid(9);
    return location;
}

TallyRow tallyRow(const Location& location) {
    TallyRow row;
    row.by = {tallyFlag(location.archived), "", "", "", ""};
    return row;
}

std::optional<Location> firstLocation(const Rows& rows) {
    return rows.empty() ? std::nullopt : std::optional(locationOf(rows[0]));
}

} // namespace

LocationPage listLocations(Call& call, bool archived, const ArrayPage& page) {
    const Rows rows = call.db().query(SelectLocations, call.companyId(), archived, page.limit, page.offset);
    LocationPage result;
    for (const Row row : rows) {
        result.locations.push_back(locationOf(row));
    }
    TallyFilter counted;
    counted.by[0] = {tallyFlag(archived)};
    result.total = LocationTally.read(call.db(), call.companyId(), counted).documents;
    return result;
}

std::optional<Location> readLocation(Call& call, const Uuid& id) {
    return firstLocation(call.db().query(SelectLocation, call.companyId(), id));
}

std::optional<Location> lockLocation(Call& call, const Uuid& id) {
    return firstLocation(call.db().query(LockLocation, call.companyId(), id));
}

std::optional<Location> firstLocation(Call& call, const Uuid& businessUnitId) {
    return firstLocation(call.db().query(SelectFirstLocation, call.companyId(), businessUnitId));
}

void insertLocation(Call& call, const Location& location) {
    call.db().send(InsertLocation, call.companyId(), location.id, location.name, location.businessUnitId,
                   location.kind, location.archived, location.version, location.createdAt,
                   location.createdByKind, location.createdById);
    LocationTally.add(call, tallyRow(location));
}

void updateLocation(Call& call, const Location& before, const Location& location) {
    LocationTally.move(call, tallyRow(before), tallyRow(location));
    call.db().send(UpdateLocation, call.companyId(), location.id, location.name, location.businessUnitId,
                   location.kind, location.archived, location.version, location.updatedAt);
}

std::optional<Location> defaultLocation(Call& call, std::optional<std::string_view> businessUnitId) {
    const std::optional<Json> unit = call.businessUnit(businessUnitId);
    if (!unit) {
        return std::nullopt;
    }
    if (const auto id = unit->optionalText("defaultLocationId")) {
        if (const auto uuid = decodeId("loc", *id)) {
            return readLocation(call, *uuid);
        }
    }
    const auto unitId = decodeId("bus", unit->textOr("id"));
    return unitId ? firstLocation(call, *unitId) : std::nullopt;
}

Json locationRecord(const Location& location) {
    Json record = Json::object();
    record.add("id", encodeId("loc", location.id));
    record.add("name", location.name);
    record.add("businessUnitId", encodeId("bus", location.businessUnitId));
    record.add("kind", location.kind);
    record.add("archived", location.archived);
    record.add("createdAt", location.createdAt);
    record.add("updatedAt", location.updatedAt);
    record.add("version", location.version);
    record.add("createdBy", actorJson(location.createdByKind, location.createdById));
    return record;
}

} // namespace svc::stock
