#pragma once

#include <optional>
#include <string>
#include <vector>

#include "item/rules/item.hpp"

namespace svc::stock {

/// The next ones by their identifiers, archived ones too: for whoever reads all of them.
std::vector<Item> itemsBehind(Call& call, ItemId id, std::int64_t limit);
std::optional<Item> readItem(Call& call, ItemId id);
/// Locked until the end of the transaction.
std::optional<Item> lockItem(Call& call, ItemId id);

/// What a creation or a change must know of the catalogue around it.
struct ItemSurroundings {
    bool parentExists = false;
    bool parentIsVariant = false;
    bool parentArchived = false;
    bool parentHasStock = false;
    bool hasVariants = false; ///< the item itself
};
ItemSurroundings readSurroundings(Call& call, const Item& item);

/// Items with one of these numbers, locked, in the order of their ids.
std::vector<Item> lockItemsByNumbers(Call& call, const std::vector<std::string>& externalIds,
                                     const std::vector<std::string>& skus,
                                     const std::vector<std::string>& barcodes);

/// Adds to the numbers of items of the company, whose row stays locked; how many are active then.
std::int64_t countItems(Call& call, std::int64_t active, std::int64_t archived);
/// The same at the end of the transaction, which may be long: others count meanwhile.
void countItemsLate(Call& call, std::int64_t active, std::int64_t archived);
/// How many are active, without what is counted late.
std::int64_t activeItems(Call& call);

/// A variant comes behind its parent.
void insertItems(Call& call, const std::vector<Item>& items);
void updateItem(Call& call, const Item& before, const Item& item);

/// The columns of `item i` and `item_cost c` from which itemFrom() reads, from column `at` on.
const std::string& itemColumns();
Item itemFrom(Call& call, const Row& row, std::uint32_t at = 0);

} // namespace svc::stock
