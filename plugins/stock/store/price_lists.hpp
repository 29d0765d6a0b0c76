#pragma once

#include <optional>
#include <string>
#include <vector>

#include <svc/call.hpp>
#include <svc/http.hpp>

namespace svc::stock {

struct PriceEntry {
    Uuid itemId;
    Decimal fromQuantity;
    Decimal price; ///< minor units of the list's currency
};

struct PriceList {
    Uuid id;
    std::string name;
    Currency currency;
    std::optional<Decimal> discountPercent;
    std::optional<Date> from;
    std::optional<Date> to;
    std::vector<PriceEntry> entries;
    std::int64_t version = 1;
    Instant createdAt;
    Instant updatedAt;
    std::optional<std::string> createdByKind;
    std::optional<Uuid> createdById;

    bool validOn(Date date) const { return (!from || *from <= date) && (!to || date <= *to); }
};

struct PriceListPage {
    std::vector<PriceList> lists;
    std::int64_t total = 0;
};

/// By name, with their entries.
PriceListPage listPriceLists(Call& call, const ArrayPage& page);
/// Without its entries.
std::optional<PriceList> readPriceList(Call& call, const Uuid& id);
/// The same, locked until the end of the transaction.
std::optional<PriceList> lockPriceList(Call& call, const Uuid& id);
/// The entries of a list in their order.
std::vector<PriceEntry> entriesOf(Call& call, const Uuid& list);
void insertPriceList(Call& call, const PriceList& list);
/// Replaces the list and all of its entries.
void replacePriceList(Call& call, const PriceList& list);

/// What a line asks for: the price of the entry with the highest quantity that is not above its own.
struct WantedPrice {
    Uuid itemId;
    Decimal quantity;
};
/// In the order of the lines; nothing where the list has no entry.
std::vector<std::optional<Decimal>> pricesOf(Call& call, const Uuid& list,
                                             const std::vector<WantedPrice>& lines);

} // namespace svc::stock
