#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bindings.hpp"
#include "item/rules/item.hpp"

namespace svc::stock {

/// The next items by identifier, including archived ones, for reading all of them.
std::vector<Item> itemsBehind(Call& call, ItemId id, std::int64_t limit);
std::optional<Item> readItem(Call& call, ItemId id);
/// Locked until the end of the transaction, together with the stock of its intended parent.
std::optional<Item> lockItem(Call& call, ItemId id, std::optional<ItemId> parent);

/// The facts about related items that a creation or a change depends on.
struct ItemSurroundings {
    bool parentExists = false;
    bool parentIsVariant = false;
    bool parentArchived = false;
    bool parentHasStock = false;
    bool hasVariants = false; ///< the item itself
};
/// Locks the stock of the parent, so that nothing is received into it until this transaction ends.
ItemSurroundings readSurroundings(Call& call, const Item& item);

/// The numbers by which items are found, each unique in the company.
struct ItemNumbers {
    std::vector<std::string> externalIds{};
    std::vector<std::string> skus{};
    std::vector<std::string> barcodes{};

    void add(const api::ItemUpdate& fields);
};
/// Locks these numbers: other transactions that use one of them wait for the end of this one. To be called
/// before looking for items with them, and before any other lock.
void claimNumbers(Call& call, const ItemNumbers& numbers);
/// Items with one of these numbers, locked in the order of their ids, together with the stock of `parents`.
std::vector<Item> lockItemsByNumbers(Call& call, const ItemNumbers& numbers,
                                     const std::vector<ItemId>& parents);

/// Adds to the counts of items of the company, whose row stays locked; returns the number of active items.
std::int64_t countItems(Call& call, std::int64_t active, std::int64_t archived);
/// The same at the end of the transaction, which may be long, so that others can count meanwhile.
void countItemsLate(Call& call, std::int64_t active, std::int64_t archived);
/// The number of active items, without late counts.
std::int64_t activeItems(Call& call);

/// Inserts items; a variant must come after its parent.
void insertItems(Call& call, const std::vector<Item>& items);
void updateItem(Call& call, const Item& before, const Item& item);

/// The columns of `item i` and `item_cost c` from which itemFrom() reads, from column `at` on.
const std::string& itemColumns();
Item itemFrom(Call& call, const Row& row, std::uint32_t at = 0);

} // namespace svc::stock
