#pragma once

#include <vector>

#include "shelf/rules/shelf.hpp"

namespace svc::stock {

/// Keeps the expiry dates that come with lots; a later date for the same lot stands.
void saveExpiries(Call& call, const std::vector<GoodsLine>& lines);

} // namespace svc::stock
