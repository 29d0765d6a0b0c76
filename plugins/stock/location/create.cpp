#include "document/records.hpp"
#include "location/business_unit.hpp"
#include "location/store.hpp"
#include "shelf/store/periodic_spans.hpp"

namespace svc::stock {

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

commands::CompanyCreatedOutput commands::companyCreated(Call& call,
                                                        const commands::CompanyCreatedInput& input) {
    const auto known = businessUnitFacts(call, input.businessUnitId);
    const auto unit = known ? BusinessUnitId::parse(known->textOr("id")) : std::nullopt;
    if (!unit) {
        throw Fault("a company without business unit");
    }
    Location first{.name = "Shop", .businessUnitId = *unit, .kind = api::LocationKind::Shop};
    beginRecord(call, first);
    insertLocation(call, first);
    if (isPeriodic(call.company().accounting)) {
        beginPeriodic(call);
    }
    return {.locationId = first.id, .defaultLocationId = first.id};
}

} // namespace svc::stock
