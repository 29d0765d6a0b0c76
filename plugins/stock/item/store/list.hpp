#pragma once

#include <vector>

#include "bindings.hpp"
#include "item/rules/item.hpp"

namespace svc::stock {

struct ItemPage {
    std::vector<Item> rows;
    std::int64_t count = 0; ///< of all matches, at most ListMost + 1
};

ItemPage findItems(Call& call, const api::ListItemsParameters& parameters);

} // namespace svc::stock
