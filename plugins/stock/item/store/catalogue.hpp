#pragma once

#include <vector>

#include <bindings.hpp>

namespace svc::stock {

/// Prefetches: a following soldItems() of the same ids needs no round trip of its own.
void askSoldItems(Call& call, const std::vector<ItemId>& ids);
/// The data that documents need of their items; unknown ids are omitted.
std::vector<commands::SoldItem> soldItems(Call& call, const std::vector<ItemId>& ids);

} // namespace svc::stock
