#pragma once

#include <vector>

#include "bindings.hpp"
#include "shelf/rules/shelf.hpp"

namespace svc::stock {

/// Stores the expiry dates of incoming lots; a later write for the same lot replaces the date.
void saveExpiries(Call& call, const std::vector<GoodsLine>& lines);

} // namespace svc::stock
