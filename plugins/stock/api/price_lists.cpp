#include "store/price_lists.hpp"

#include <map>
#include <set>

#include <svc/changes.hpp>

#include "api/records.hpp"
#include "api/stock_lines.hpp"

namespace svc::stock {
namespace {

std::string entryPath(std::size_t index, std::string_view name) {
    return "entries[" + std::to_string(index) + "]." + std::string(name);
}

/// Formats of the body; the items of the entries are looked up after them (order of checks).
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

/// One price per item and quantity, and a validity that does not end before it begins.
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

/// What differs, entry by entry: a list may have thousands.
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

Answer<200, std::vector<api::PriceList>> listPriceLists(Request& request,
                                                        const api::ListPriceListsParameters& parameters) {
    const PriceListPage page = listPriceLists(request, parameters.page);
    return Answer<200, std::vector<api::PriceList>>(page.lists).total(page.total);
}

Answer<201, api::PriceList> createPriceList(Request& request, const api::PriceListCreate& body) {
    PriceList list;
    applyBody(list, body, request.company().currency);
    findItems(request, list);
    checkRules(list);
    beginRecord(request, list);
    insertPriceList(request, list);
    request.history("price_list", list.id.toString(), "price_list.created");
    return Answer<201, api::PriceList>(list).etag(list.version);
}

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

std::optional<commands::PriceListOutput> commands::priceList(Call& call,
                                                             const commands::PriceListInput& input) {
    const auto list = readPriceList(call, input.id);
    if (!list) {
        return std::nullopt;
    }
    return commands::PriceListOutput{.id = list->id,
                                     .name = list->name,
                                     .currency = list->currency,
                                     .discountPercent = list->discountPercent,
                                     .from = list->from,
                                     .to = list->to};
}

commands::PricesOutput commands::prices(Call& call, const commands::PricesInput& input) {
    const auto list = readPriceList(call, input.priceListId);
    const bool applies = list && holdsOn(*list, input.date.value_or(call.today()));
    std::vector<std::optional<MinorPrice>> found(input.lines.size());
    // Prices are those of one currency; a discount is one in any.
    if (applies && !input.lines.empty() && list->currency == input.currency.value_or(list->currency)) {
        found = pricesOf(call, list->id, input.lines);
    }
    commands::PricesOutput output;
    for (std::size_t i = 0; i < input.lines.size(); ++i) {
        output.prices.push_back(
            {.itemId = input.lines[i].itemId,
             .price = found[i],
             .discountPercent = applies && !found[i] ? list->discountPercent : std::nullopt});
    }
    return output;
}

} // namespace svc::stock
