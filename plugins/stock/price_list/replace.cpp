#include <map>

#include <svc/changes.hpp>

#include "document/records.hpp"
#include "price_list/input.hpp"

namespace svc::stock {
namespace {

/// Lists changes entry by entry, because a list may have thousands.
Json changesOf(const PriceList& before, const PriceList& after) {
    const auto head = [](PriceList list) {
        list.entries.clear();
        Json record = shown(list);
        record.remove("entries");
        return record;
    };
    const auto pricesBy = [](const PriceList& list) {
        std::map<std::string, Decimal> prices;
        for (const PriceEntry& entry : list.entries) {
            prices[entry.itemId.toString() + " from " + entry.fromQuantity.toString()] = entry.price.minor();
        }
        return prices;
    };
    Json changes = changesBetween(head(before), head(after));
    const std::map<std::string, Decimal> old = pricesBy(before);
    const std::map<std::string, Decimal> now = pricesBy(after);
    const auto note = [&](const std::string& key, const Decimal* from, const Decimal* to) {
        changes.push(Json::object({{"field", "entries " + key},
                                   {"from", from != nullptr ? Json(*from) : Json(nullptr)},
                                   {"to", to != nullptr ? Json(*to) : Json(nullptr)}}));
    };
    for (const auto& [key, price] : old) {
        const auto found = now.find(key);
        if (found == now.end()) {
            note(key, &price, nullptr);
        } else if (!(found->second == price)) {
            note(key, &price, &found->second);
        }
    }
    for (const auto& [key, price] : now) {
        if (old.count(key) == 0) {
            note(key, nullptr, &price);
        }
    }
    return changes;
}

} // namespace

Answer<200, api::PriceList> replacePriceList(Request& request,
                                             const api::ReplacePriceListParameters& parameters,
                                             const api::PriceListCreate& body) {
    PriceList given;
    applyBody(given, body, request.company().currency);
    auto before = lockPriceList(request, parameters.priceListId);
    if (!before) {
        throw ApiError(404, "price-list-not-found");
    }
    findItems(request, given);
    request.checkVersion(before->version);
    checkRules(given);
    PriceList list = *before;
    applyBody(list, body, request.company().currency);
    ++list.version;
    list.updatedAt = request.now();
    before->entries = entriesOf(request, list.id);
    replacePriceList(request, list);
    request.history("price_list", list.id.toString(), "price_list.updated", changesOf(*before, list));
    return Answer<200, api::PriceList>(list).etag(list.version);
}

} // namespace svc::stock
