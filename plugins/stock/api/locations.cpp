#include "store/locations.hpp"

#include <svc/changes.hpp>

#include "api/records.hpp"

namespace svc::stock {
namespace {

/// The business unit that a body names; the company's default one when it names none.
BusinessUnitId businessUnitOf(Call& call, const std::optional<BusinessUnitId>& id) {
    const auto unit = businessUnitFacts(call, id);
    const auto found = unit ? BusinessUnitId::parse(unit->textOr("id")) : std::nullopt;
    if (!found) {
        throw ApiError(404, "business-unit-not-found");
    }
    if (unit->optionalBool("archived").value_or(false)) {
        throw fieldInvalid("businessUnitId");
    }
    return *found;
}

} // namespace

Answer<200, std::vector<api::Location>> listLocations(Request& request,
                                                      const api::ListLocationsParameters& parameters) {
    const LocationPage page = listLocations(request, parameters.archived, parameters.page);
    return Answer<200, std::vector<api::Location>>(page.locations).total(page.total);
}

Answer<201, api::Location> createLocation(Request& request, const api::LocationCreate& body) {
    Location location{.name = body.name,
                      .businessUnitId = businessUnitOf(request, body.businessUnitId),
                      .kind = body.kind,
                      .archived = body.archived};
    beginRecord(request, location);
    insertLocation(request, location);
    request.history("location", location.id.toString(), "location.created");
    return Answer<201, api::Location>(location).etag(location.version);
}

Answer<200, api::Location> updateLocation(Request& request, const api::UpdateLocationParameters& parameters,
                                          const api::LocationUpdate& body) {
    const auto before = lockLocation(request, parameters.locationId);
    if (!before) {
        throw ApiError(404, "location-not-found");
    }
    request.checkVersion(before->version);
    Location location = *before;
    location.name = body.name.value_or(location.name);
    if (!body.kind.isAbsent()) {
        location.kind = body.kind.value().value_or(api::LocationKind::Shop);
    }
    if (!body.archived.isAbsent()) {
        location.archived = body.archived.value().value_or(false);
    }
    if (body.businessUnitId.hasValue()) {
        location.businessUnitId = businessUnitOf(request, body.businessUnitId.value());
    }
    ++location.version;
    location.updatedAt = request.now();
    updateLocation(request, location);
    if (const Json changes = changesBetween(shown(*before), shown(location)); !changes.empty()) {
        request.history("location", location.id.toString(), "location.updated", changes);
    }
    return Answer<200, api::Location>(location).etag(location.version);
}

} // namespace svc::stock
