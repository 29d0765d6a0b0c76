#pragma once

#include "category/store.hpp"

namespace svc::treasury {

/// The category of this key; a company that has done away with the one for what has none still has it.
/// `category-unknown:<category>`.
Category categoryOf(Call& call, const std::optional<std::string>& key);

} // namespace svc::treasury
