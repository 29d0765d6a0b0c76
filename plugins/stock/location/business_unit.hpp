#pragma once

#include <optional>

#include <bindings.hpp>

namespace svc::stock {

/// The business unit that a body names; the company's default one when it names none.
/// 404 `business-unit-not-found`, `field-invalid:businessUnitId` when it is archived.
BusinessUnitId businessUnitOf(Call& call, const std::optional<BusinessUnitId>& id);

} // namespace svc::stock
