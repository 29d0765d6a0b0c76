#include <svc/changes.hpp>

#include "document/records.hpp"
#include "location/business_unit.hpp"
#include "location/store.hpp"

namespace svc::stock {

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
