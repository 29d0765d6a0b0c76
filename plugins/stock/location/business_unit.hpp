#pragma once

#include <optional>

#include <bindings.hpp>

namespace svc::stock {

/// The business unit that a request names; default: that of the company.
/// 404 `business-unit-not-found`, `field-invalid:businessUnitId` when it is archived.
BusinessUnitId businessUnitOf(Call& call, const std::optional<BusinessUnitId>& id);

} // namespace svc::stock
