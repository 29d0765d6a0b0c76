#pragma once

#include <vector>

#include <svc/call.hpp>

namespace svc::stock {

/// What documents need of the items that they name, as a JSON array; unknown ids are left out.
Json soldItems(Call& call, const std::vector<Uuid>& ids);

} // namespace svc::stock
