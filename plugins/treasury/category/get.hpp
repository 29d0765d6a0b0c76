#pragma once

#include "category/store.hpp"

namespace svc::treasury {

/// The category with this key; default: the one of unclassified movements, which exists even if the company
/// has removed it. `category-unknown:<category>`.
Category categoryOf(Call& call, const std::optional<std::string>& key);

} // namespace svc::treasury
