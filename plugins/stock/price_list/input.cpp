#include "price_list/input.hpp"

#include <set>

#include "document/lines.hpp"
#include "shelf/store/shelves.hpp"

namespace svc::stock {
namespace {

std::string entryPath(std::size_t index, std::string_view name) {
    return "entries[" + std::to_string(index) + "]." + std::string(name);
}

} // namespace

void applyBody(PriceList& list, const api::PriceListCreate& body, Currency base) {
    list.name = body.name;
    list.currency = body.currency.value_or(base);
    list.discountPercent = body.discountPercent;
    list.from = body.from;
    list.to = body.to;
    list.entries.clear();
    for (const auto& entry : body.entries.value_or(std::vector<api::PriceListCreateEntriesItem>())) {
        const Decimal price = entry.price.unitPrice(list.currency, entryPath(list.entries.size(), "price"));
        list.entries.push_back({.itemId = entry.itemId,
                                .price = MinorPrice(price.normalized()),
                                .fromQuantity = entry.fromQuantity.value_or(Decimal())});
    }
}

void findItems(Request& request, const PriceList& list) {
    std::vector<ItemId> ids;
    for (std::size_t i = 0; i < list.entries.size(); ++i) {
        ids.push_back(formedItemId(list.entries[i].itemId, request.body()["entries"][i]["itemId"]));
    }
    if (ids.empty()) {
        return;
    }
    std::set<ItemId> known;
    for (const ShelfItem& item : readShelfItems(request, ids)) {
        known.insert(item.id);
    }
    for (const ItemId id : ids) {
        if (known.count(id) == 0) {
            itemNotFound(id.toString());
        }
    }
}

void checkRules(const PriceList& list) {
    if (list.from && list.to && *list.to < *list.from) {
        throw fieldInvalid("to");
    }
    std::set<std::pair<ItemId, std::string>> seen;
    for (std::size_t i = 0; i < list.entries.size(); ++i) {
        const PriceEntry& entry = list.entries[i];
        if (!seen.emplace(entry.itemId, entry.fromQuantity.toString()).second) {
            throw fieldInvalid(entryPath(i, "fromQuantity"));
        }
    }
}

} // namespace svc::stock
