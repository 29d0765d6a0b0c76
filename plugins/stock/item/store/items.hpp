#pragma once

#include <optional>
#include <string>
#include <vector>

#include "item/rules/item.hpp"

namespace svc::stock {

/// The next ones by their identifiers, archived ones too: for whoever reads all of them.
std::vector<Item> itemsBehind(Call& call, ItemId id, std::int64_t limit);
std::optional<Item> readItem(Call& call, ItemId id);
/// Locked until the end of the transaction, and with it the stock of the parent that it shall have.
std::optional<Item> lockItem(Call& call, ItemId id, std::optional<ItemId> parent);

/// What a creation or a change must know of the catalogue around it.
struct ItemSurroundings {
    bool parentExists = false;
    bool parentIsVariant = false;
    bool parentArchived = false;
    bool parentHasStock = false;
    bool hasVariants = false; ///< the item itself
};
/// Locks the stock of the parent: nothing comes to it until this transaction ends.
ItemSurroundings readSurroundings(Call& call, const Item& item);

/// The numbers by which items are found, each unique in the company.
struct ItemNumbers {
    std::vector<std::string> externalIds{};
    std::vector<std::string> skus{};
    std::vector<std::string> barcodes{};

    void add(const api::ItemUpdate& fields);
};
/// Whoever brings one of these numbers from now on waits for the end of this transaction. Before any look at
/// who has them, and before anything is locked.
void claimNumbers(Call& call, const ItemNumbers& numbers);
/// Items with one of these numbers, locked, in the order of their ids; and with them the stock of `parents`.
std::vector<Item> lockItemsByNumbers(Call& call, const ItemNumbers& numbers,
                                     const std::vector<ItemId>& parents);

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
