#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bindings.hpp"
#include "item/rules/item.hpp"

namespace svc::stock {

/// Filters of the list of items; those without value do not restrict.
struct ItemFilter {
    std::optional<std::string> text{}; ///< the filter `q`
    std::optional<std::string> category{};
    std::optional<bool> service{};
    std::optional<std::string> barcode{};
    std::optional<std::string> sku{};
    std::optional<std::string> externalId{};
    std::optional<ItemId> parentId{};
    std::optional<bool> low{};
    bool archived = false; ///< archived items instead of the active ones
    api::ListItemsSort sort = api::ListItemsSort::Name;
};

struct ItemPage {
    std::vector<Item> rows;
    std::int64_t count = 0; ///< of all matches, at most ListMost + 1
};

ItemPage listItems(Call& call, const ItemFilter& filter, const ArrayPage& bounds);

inline constexpr std::string_view NewestItems = " ORDER BY i.created_at DESC, i.id DESC";

} // namespace svc::stock
