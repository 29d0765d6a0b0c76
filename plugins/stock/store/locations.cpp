#include "store/locations.hpp"

#include <svc/list_search.hpp>

namespace svc::stock {
namespace {

#define STOCK_LOCATION_COLUMNS                                                                               \
    "id, name, business_unit_id, kind, archived, version, created_at, updated_at, created_by_kind, "         \
    "created_by_id"

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

/// Reads STOCK_LOCATION_COLUMNS, the first of which is at `at`.
Location locationOf(const Row& row, std::uint32_t at) {
    Location location;
    location.id = row.uuid(at++);
    location.name = row.text(at++);
    location.businessUnitId = row.uuid(at++);
    location.kind = row.text(at++);
    location.archived = row.boolean(at++);
    location.version = row.integer(at++);
    location.createdAt = row.instant(at++);
    location.updatedAt = row.instant(at++);
    if (const auto kind = row.optionalText(at++)) {
        location.createdByKind = std::string(*kind);
    }
    location.createdById = row.optionalUuid(at++);
    return location;
}

std::optional<Location> firstLocation(const Rows& rows) {
    return rows.empty() ? std::nullopt : std::optional(locationOf(rows[0], 0));
}

} // namespace

LocationPage listLocations(Call& call, bool archived, const ArrayPage& page) {
    ListRequest request{{}, "stock.location", "l", ListParams(call.companyId())};
    request.where = archived ? " AND l.archived" : " AND NOT l.archived";
    request.order = " ORDER BY lower(l.name), l.id";
    request.limit = page.limit;
    request.offset = page.offset;
    LocationPage result;
    result.total = readList(call, request, STOCK_LOCATION_COLUMNS, [&](const Row& row, std::uint32_t column) {
                       result.locations.push_back(locationOf(row, column));
                   }).count;
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
}

void updateLocation(Call& call, const Location& location) {
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
