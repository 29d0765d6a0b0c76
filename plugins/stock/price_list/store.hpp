#pragma once

#include <optional>
#include <vector>

#include <bindings.hpp>

namespace svc::stock {

using PriceEntry = api::PriceListEntriesItem;
using PriceList = api::PriceList;

inline bool holdsOn(const PriceList& list, Date date) {
    return (!list.from || *list.from <= date) && (!list.to || date <= *list.to);
}

struct PriceListPage {
    std::vector<PriceList> lists;
    std::int64_t total = 0;
};

/// By name, with their entries.
PriceListPage findPriceLists(Call& call, const api::ListPriceListsParameters& parameters);
/// Without its entries.
std::optional<PriceList> readPriceList(Call& call, PriceListId id);
/// The same, locked until the end of the transaction.
std::optional<PriceList> lockPriceList(Call& call, PriceListId id);
/// The entries of a list in their order.
std::vector<PriceEntry> entriesOf(Call& call, PriceListId list);
void insertPriceList(Call& call, const PriceList& list);
/// Replaces the list and all of its entries.
void replacePriceList(Call& call, const PriceList& list);

/// The price of the entry with the highest quantity that is not above that of the line, in the order of the
/// lines; nothing where the list has no entry.
std::vector<std::optional<MinorPrice>> pricesOf(Call& call, PriceListId list,
                                                const std::vector<commands::PricesInputLinesItem>& lines);

} // namespace svc::stock
