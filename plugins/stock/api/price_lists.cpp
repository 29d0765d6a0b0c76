#include "api/handlers.hpp"

#include <map>
#include <set>

#include <svc/changes.hpp>
#include <svc/document_input.hpp>
#include <svc/error.hpp>
#include <svc/money.hpp>

#include "store/price_lists.hpp"
#include "store/shelves.hpp"

namespace svc::stock {
namespace {

Json listRecord(const PriceList& list) {
    Json entries = Json::array();
    for (const PriceEntry& entry : list.entries) {
        entries.push(Json::object({{"itemId", encodeId("itm", entry.itemId)},
                                   {"price", entry.price},
                                   {"fromQuantity", entry.fromQuantity}}));
    }
    return Json::object({{"id", encodeId("prl", list.id)},
                         {"name", list.name},
                         {"currency", list.currency.code()},
                         {"discountPercent", list.discountPercent},
                         {"entries", std::move(entries)},
                         {"from", list.from},
                         {"to", list.to},
                         {"createdAt", list.createdAt},
                         {"updatedAt", list.updatedAt},
                         {"version", list.version},
                         {"createdBy", actorJson(list.createdByKind, list.createdById)}});
}

/// Formats of the body; the items of the entries are looked up after them (order of checks).
void applyBody(PriceList& list, const Json& body, Currency base) {
    list.name = body.textOr("name");
    list.currency = currencyIn(body).value_or(base);
    list.discountPercent = body.optionalDecimal("discountPercent");
    list.from = dateIn(body, "from");
    list.to = dateIn(body, "to");
    list.entries.clear();
    const Json& entries = body["entries"];
    for (std::size_t i = 0; entries.isArray() && i < entries.size(); ++i) {
        const auto price = minorFromUnitPrice(entries[i]["price"].decimal(), list.currency);
        if (!price || price->sign() < 0) {
            throw fieldInvalid("entries[" + std::to_string(i) + "].price");
        }
        list.entries.push_back(
            {Uuid(), entries[i].optionalDecimal("fromQuantity").value_or(Decimal()), price->normalized()});
    }
}

void findItems(Call& call, PriceList& list, const Json& body) {
    std::vector<Uuid> ids;
    for (std::size_t i = 0; i < list.entries.size(); ++i) {
        const std::string text = body["entries"][i]["itemId"].text();
        const auto id = decodeId("itm", text);
        if (!id) {
            throw ApiError(404, "item-not-found", {text});
        }
        list.entries[i].itemId = *id;
        ids.push_back(*id);
    }
    if (ids.empty()) {
        return;
    }
    std::set<Uuid> known;
    for (const ShelfItem& item : readShelfItems(call, ids)) {
        known.insert(item.id);
    }
    for (const PriceEntry& entry : list.entries) {
        if (known.count(entry.itemId) == 0) {
            throw ApiError(404, "item-not-found", {encodeId("itm", entry.itemId)});
        }
    }
}

/// One price per item and quantity, and a validity that does not end before it begins.
void checkRules(const PriceList& list) {
    if (list.from && list.to && *list.to < *list.from) {
        throw fieldInvalid("to");
    }
    std::set<std::pair<Uuid, std::string>> seen;
    for (std::size_t i = 0; i < list.entries.size(); ++i) {
        const PriceEntry& entry = list.entries[i];
        if (!seen.emplace(entry.itemId, entry.fromQuantity.normalized().toString()).second) {
            throw fieldInvalid("entries[" + std::to_string(i) + "].fromQuantity");
        }
    }
}

PriceList readBody(Request& request, PriceList list) {
    applyBody(list, request.body(), request.company().currency);
    return list;
}

/// What differs, entry by entry: a list may have thousands.
Json changesOf(const PriceList& before, const PriceList& after) {
    const auto head = [](PriceList list) {
        list.entries.clear();
        Json record = listRecord(list);
        record.remove("entries");
        return record;
    };
    const auto pricesBy = [](const PriceList& list) {
        std::map<std::string, Decimal> prices;
        for (const PriceEntry& entry : list.entries) {
            prices[encodeId("itm", entry.itemId) + " from " + entry.fromQuantity.normalized().toString()] =
                entry.price.normalized();
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

Response listPriceListsRoute(Request& request) {
    const PriceListPage page = listPriceLists(request, request.arrayPage());
    Json records = Json::array();
    for (const PriceList& list : page.lists) {
        records.push(listRecord(list));
    }
    return Response::json(200, records).total(page.total);
}

Response createPriceListRoute(Request& request) {
    PriceList list = readBody(request, {});
    findItems(request, list, request.body());
    checkRules(list);
    list.id = request.newUuid();
    list.createdAt = list.updatedAt = request.now();
    if (const auto kind = request.actor().kindText()) {
        list.createdByKind = std::string(*kind);
    }
    list.createdById = request.actor().optionalId();
    insertPriceList(request, list);
    request.history("price_list", encodeId("prl", list.id), "price_list.created");
    return Response::json(201, listRecord(list)).etag(list.version);
}

Response replacePriceListRoute(Request& request) {
    readBody(request, {});
    const auto before = lockPriceList(request, request.pathId("priceListId", "prl", "price-list-not-found"));
    if (!before) {
        throw ApiError(404, "price-list-not-found");
    }
    PriceList list = readBody(request, *before);
    findItems(request, list, request.body());
    request.checkVersion(before->version);
    checkRules(list);
    ++list.version;
    list.updatedAt = request.now();
    PriceList was = *before;
    was.entries = entriesOf(request, list.id);
    replacePriceList(request, list);
    request.history("price_list", encodeId("prl", list.id), "price_list.updated", changesOf(was, list));
    return Response::json(200, listRecord(list)).etag(list.version);
}

Json priceListCommand(Call& call, const Json& input) {
    const auto id = decodeId("prl", input.textOr("id"));
    const auto list = id ? readPriceList(call, *id) : std::nullopt;
    if (!list) {
        return Json(nullptr);
    }
    return Json::object({{"id", encodeId("prl", list->id)},
                         {"name", list->name},
                         {"currency", list->currency.code()},
                         {"discountPercent", list->discountPercent},
                         {"from", list->from},
                         {"to", list->to}});
}

Json pricesCommand(Call& call, const Json& input) {
    const auto id = decodeId("prl", input.textOr("priceListId"));
    const auto list = id ? readPriceList(call, *id) : std::nullopt;
    const Date date = Date::parse(input.textOr("date")).value_or(call.today());
    const bool applies = list && list->validOn(date);
    std::vector<WantedPrice> wanted;
    for (const Json& line : input["lines"].items()) {
        wanted.push_back(
            {decodeId("itm", line["itemId"].text()).value_or(Uuid()), line["quantity"].decimal()});
    }
    std::vector<std::optional<Decimal>> prices(wanted.size());
    // Prices are those of one currency; a discount is one in any.
    if (applies && !wanted.empty() &&
        list->currency.code() == input.textOr("currency", list->currency.code())) {
        prices = pricesOf(call, list->id, wanted);
    }
    Json answer = Json::array();
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        const bool discounted = applies && !prices[i] && list->discountPercent;
        answer.push(Json::object(
            {{"itemId", input["lines"][i]["itemId"]},
             {"price", prices[i]},
             {"discountPercent", discounted ? Json(list->discountPercent->normalized()) : Json(nullptr)}}));
    }
    return Json::object({{"prices", std::move(answer)}});
}

} // namespace svc::stock
