#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <svc/http.hpp>

#include "store/items.hpp"

namespace svc::stock {

/// Filters of the list of items; those without value do not restrict.
struct ItemFilter {
    std::optional<std::string> text; ///< itemText()
    std::optional<std::string> category;
    std::optional<bool> service;
    std::optional<std::string> barcode;
    std::optional<std::string> sku;
    std::optional<std::string> externalId;
    std::optional<Uuid> parentId;
    std::optional<bool> low;
    bool archived = false;     ///< archived items instead of the active ones
    std::string sort = "name"; ///< one of the values of the contract
};

struct ItemPage {
    std::vector<Item> rows;
    std::int64_t count = 0; ///< of all that match
};

ItemPage listItems(Call& call, const ItemFilter& filter, const ArrayPage& bounds);

/// The words of a search between blanks, as TermTable::find takes them: items are found by the parts of their
/// numbers. Empty when there is none.
std::string itemText(std::string_view search);
inline constexpr std::string_view NewestItems = " ORDER BY i.created_at DESC, i.id DESC";

} // namespace svc::stock
