#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <svc/call.hpp>
#include <svc/document_terms.hpp>
#include <svc/http.hpp>

#include "domain/item.hpp"

namespace svc::stock {

/// Filters of the list of items; those without value do not restrict.
struct ItemFilter {
    std::optional<std::vector<std::string>> words; ///< each begins a word of the item, or is in one
    std::optional<std::string> category;
    std::optional<bool> service;
    std::optional<std::string> barcode;
    std::optional<std::string> sku;
    std::optional<std::string> externalId;
    std::optional<Uuid> parentId;
    std::optional<bool> low;
    std::optional<Decimal> minPrice;
    std::optional<Decimal> maxPrice;
    std::optional<Decimal> minCost;
    std::optional<Decimal> maxCost;
    bool archived = false;     ///< archived items instead of the active ones
    std::string sort = "name"; ///< one of the values of the contract

    /// Active items by words and nothing else?
    bool searchesOnly() const {
        ItemFilter others = *this;
        others.words.reset();
        return words && !archived && !category && !service && !low && others.isTallied();
    }
    /// Are all filters that are there among those that are counted by?
    bool isTallied() const {
        return !words && !barcode && !sku && !externalId && !parentId && !minPrice && !maxPrice && !minCost &&
               !maxCost;
    }
};

struct ItemPage {
    std::vector<Item> items;
    std::int64_t total = 0;
};

ItemPage listItems(Call& call, const ItemFilter& filter, const ArrayPage& page);
/// The next ones by their identifiers, archived ones too: for whoever reads all of them.
std::vector<Item> itemsBehind(Call& call, const Uuid& id, std::int64_t limit);
std::optional<Item> readItem(Call& call, const Uuid& id);
/// Locked until the end of the transaction.
std::optional<Item> lockItem(Call& call, const Uuid& id);

/// What a creation or a change must know of the catalogue around it.
struct ItemSurroundings {
    bool parentExists = false;
    bool parentIsVariant = false;
    bool parentArchived = false;
    bool parentHasStock = false;
    bool hasVariants = false; ///< the item itself
};
ItemSurroundings readSurroundings(Call& call, const Uuid& id, const std::optional<Uuid>& parentId);

/// Items with one of these numbers, locked, in the order of their ids.
std::vector<Item> lockItemsByNumbers(Call& call, const std::vector<std::string>& externalIds,
                                     const std::vector<std::string>& skus,
                                     const std::vector<std::string>& barcodes);

/// Adds to the numbers of items of the company, whose row stays locked; how many are active then.
std::int64_t countItems(Call& call, std::int64_t active, std::int64_t archived);

void insertItem(Call& call, const Item& item);
void updateItem(Call& call, const Item& before, const Item& item);

using SearchWords = std::vector<std::string>;

/// Conditions on `item i` for the words of a search: each begins a word of the item, or on a slower second
/// try stands anywhere in one of the newest items. Parameters `$<from>` and `$<to>` are beginningsOf and
/// endsOf the words.
TermTable::Search searchItems(Call& call, const SearchWords& words, int from, int to);
std::string itemsByPart(const SearchWords& words, int from, int to);
Param beginningsOf(const std::optional<SearchWords>& words);
Param endsOf(const std::optional<SearchWords>& words);
Param textList(const std::vector<std::string>& values);

} // namespace svc::stock
