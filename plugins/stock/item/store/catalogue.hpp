#pragma once

#include <vector>

#include <bindings.hpp>

namespace svc::stock {

/// Asks for the same ahead: soldItems of the same ids, which follows, needs no round trip of its own.
void askSoldItems(Call& call, const std::vector<ItemId>& ids);
/// What documents need of the items that they name; unknown ids are left out.
std::vector<commands::SoldItem> soldItems(Call& call, const std::vector<ItemId>& ids);

} // namespace svc::stock
