#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <svc/call.hpp>
#include <svc/http.hpp>

#include "domain/item.hpp"

namespace svc::stock {

/// Filters of the list of items; those without value do not restrict.
struct ItemFilter {
    std::optional<std::string> q;
    std::optional<std::string> category;
    std::optional<bool> service;
    std::optional<std::string> barcode;
    std::optional<std::string> sku;
    std::optional<std::string> externalId;
    std::optional<Uuid> parentId;
    std::optional<bool> low;
    bool archived = false; ///< archived items instead of the active ones
};

struct ItemPage {
    std::vector<Item> items;
    std::int64_t total = 0;
};

ItemPage listItems(Call& call, const ItemFilter& filter, const ArrayPage& page);
std::optional<Item> readItem(Call& call, const Uuid& id);
/// Locked until the end of the transaction.
std::optional<Item> lockItem(Call& call, const Uuid& id);

/// What a creation or a change must know of the catalogue around it.
struct ItemSurroundings {
    std::int64_t inPlan = 0; ///< items that are not archived
    bool parentExists = false;
    bool parentIsVariant = false;
    bool parentArchived = false;
    bool parentHasStock = false;
    bool hasVariants = false; ///< the item itself
};
ItemSurroundings readSurroundings(Call& call, const Uuid& id, const std::optional<Uuid>& parentId);

void insertItem(Call& call, const Item& item);
void updateItem(Call& call, const Item& item);

/// `%` and `_` of a search text are letters like any other: the pattern of ILIKE that finds it anywhere.
std::string containsPattern(std::string_view text);

} // namespace svc::stock
