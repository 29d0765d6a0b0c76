#include "api/handlers.hpp"

#include <svc/changes.hpp>
#include <svc/error.hpp>

#include "store/locations.hpp"

namespace svc::stock {
namespace {

/// The business unit that a body names; the company's default one when it names none.
Uuid businessUnitOf(Request& request, const Json& body) {
    const auto id = body.optionalText("businessUnitId");
    const auto unit = request.businessUnit(id ? std::optional<std::string_view>(*id) : std::nullopt);
    const auto uuid = unit ? decodeId("bus", unit->textOr("id")) : std::nullopt;
    if (!uuid) {
        throw ApiError(404, "business-unit-not-found");
    }
    if (unit->optionalBool("archived").value_or(false)) {
        throw fieldInvalid("businessUnitId");
    }
    return *uuid;
}

void applyBody(Location& location, const Json& body) {
    if (body.contains("name")) {
        const auto name = body.optionalText("name");
        if (!name) {
            throw fieldRequired("name");
        }
        location.name = *name;
    }
    if (body.contains("kind")) {
        location.kind = body.textOr("kind", "shop");
    }
    if (body.contains("archived")) {
        location.archived = body.optionalBool("archived").value_or(false);
    }
}

} // namespace

Response listLocationsRoute(Request& request) {
    const LocationPage page =
        listLocations(request, request.query("archived") == "true", request.arrayPage());
    Json records = Json::array();
    for (const Location& location : page.locations) {
        records.push(locationRecord(location));
    }
    return Response::json(200, records).total(page.total);
}

Response createLocationRoute(Request& request) {
    Location location;
    applyBody(location, request.body());
    location.id = request.newUuid();
    location.businessUnitId = businessUnitOf(request, request.body());
    location.createdAt = location.updatedAt = request.now();
    if (const auto kind = request.actor().kindText()) {
        location.createdByKind = std::string(*kind);
    }
    location.createdById = request.actor().optionalId();
    insertLocation(request, location);
    request.history("location", encodeId("loc", location.id), "location.created");
    return Response::json(201, locationRecord(location)).etag(location.version);
}

Response updateLocationRoute(Request& request) {
    const Json& body = request.body();
    const auto before = lockLocation(request, request.pathId("locationId", "loc", "location-not-found"));
    if (!before) {
        throw ApiError(404, "location-not-found");
    }
    request.checkVersion(before->version);
    Location location = *before;
    applyBody(location, body);
    if (body.optionalText("businessUnitId")) {
        location.businessUnitId = businessUnitOf(request, body);
    }
    ++location.version;
    location.updatedAt = request.now();
    updateLocation(request, location);
    if (const Json changes = changesBetween(locationRecord(*before), locationRecord(location));
        !changes.empty()) {
        request.history("location", encodeId("loc", location.id), "location.updated", changes);
    }
    return Response::json(200, locationRecord(location)).etag(location.version);
}

} // namespace svc::stock
