#include "location/business_unit.hpp"

#include "location/store.hpp"

namespace svc::stock {

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

} // namespace svc::stock
