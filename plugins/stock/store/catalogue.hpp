#pragma once

#include <vector>

#include <svc/call.hpp>

namespace svc::stock {

/// Asks for the same ahead: soldItems of the same ids, which follows, needs no round trip of its own.
void askSoldItems(Call& call, const std::vector<Uuid>& ids);
/// What documents need of the items that they name, as a JSON array; unknown ids are left out.
Json soldItems(Call& call, const std::vector<Uuid>& ids);

} // namespace svc::stock
