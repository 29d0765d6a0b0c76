#pragma once

#include <bindings.hpp>
#include <optional>

namespace svc::stock {

/// The business unit that a body names; the company's default one when it names none.
BusinessUnitId businessUnitOf(Call& call, const std::optional<BusinessUnitId>& id);

} // namespace svc::stock
