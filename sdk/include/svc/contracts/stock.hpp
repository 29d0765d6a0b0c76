/// @file Commands of the plugin `stock`: the catalogue and the goods on the shelf.
///
/// A plugin that calls them names them under `commands.uses` of its plugin.yaml, `optional: true` when it can
/// do without (then ask `call.offers("stock.issue")` first). They grow as events do: fields are added, never
/// removed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <svc/call.hpp>

namespace svc::contracts {

/// What a document needs to know of an item. Price and cost are minor units of the company's currency with
/// decimals.
struct Item {
    std::string id; ///< itm_…
    std::string name;
    std::optional<std::string> sku;
    std::optional<std::string> barcode;
    std::optional<Decimal> price;
    std::optional<Decimal> cost;
    std::optional<Decimal> taxRate;
    std::optional<std::string> taxCategory;
    std::optional<std::string> taxExemptionReason;
    std::optional<std::string> unit;
    bool service = false;
    bool trackStock = false;
    bool trackLots = false;
    bool isParent = false; ///< stands for its variants and is not sold itself
    bool archived = false;
};

/// `stock.items`: the items of these ids in any order; unknown ones are left out.
inline std::vector<Item> getItems(Call& call, const std::vector<std::string>& ids) {
    const Json answer = call.command("stock.items", Json::object({{"ids", ids}}));
    std::vector<Item> items;
    for (const Json& found : answer["items"].items()) {
        Item item;
        item.id = found["id"].text();
        item.name = found["name"].text();
        item.sku = found.optionalText("sku");
        item.barcode = found.optionalText("barcode");
        item.price = found.optionalDecimal("price");
        item.cost = found.optionalDecimal("cost");
        item.taxRate = found.optionalDecimal("taxRate");
        item.taxCategory = found.optionalText("taxCategory");
        item.taxExemptionReason = found.optionalText("taxExemptionReason");
        item.unit = found.optionalText("unit");
        item.service = found.optionalBool("service").value_or(false);
        item.trackStock = found.optionalBool("trackStock").value_or(false);
        item.trackLots = found.optionalBool("trackLots").value_or(false);
        item.isParent = found.optionalBool("isParent").value_or(false);
        item.archived = found.optionalBool("archived").value_or(false);
        items.push_back(std::move(item));
    }
    return items;
}

/// The same asked ahead: getItems of the same ids, which follows, finds the answer there when another round
/// trip was made in between.
inline void askItems(Call& call, const std::vector<std::string>& ids) {
    call.command("stock.items", Json::object({{"ids", ids}, {"ahead", true}}));
}

struct Location {
    std::string id; ///< loc_…
    std::string businessUnitId;
    bool archived = false;
};

/// `stock.location`: a location, or the default one of the business unit when `id` has no value.
inline std::optional<Location> getLocation(Call& call, const std::optional<std::string>& id,
                                           const std::optional<std::string>& businessUnitId) {
    const Json found =
        call.command("stock.location", Json::object({{"id", id}, {"businessUnitId", businessUnitId}}));
    if (found.isNull()) {
        return std::nullopt;
    }
    return Location{found["id"].text(), found["businessUnitId"].text(),
                    found.optionalBool("archived").value_or(false)};
}

/// What a price list says of a line: a price (minor units of the list's currency with decimals), or a
/// discount on the item's own price, or nothing.
struct ListPrice {
    std::optional<Decimal> price;
    std::optional<Decimal> discountPercent;
};

/// `stock.prices`: in the order of `lines` (item and quantity). A list that is unknown or does not hold on
/// that date says nothing; one of another currency gives discounts alone.
inline std::vector<ListPrice> listPrices(Call& call, std::string_view priceListId, Currency currency,
                                         Date date,
                                         const std::vector<std::pair<std::string, Decimal>>& lines) {
    Json wanted = Json::array();
    for (const auto& [itemId, quantity] : lines) {
        wanted.push(Json::object({{"itemId", itemId}, {"quantity", quantity}}));
    }
    const Json answer = call.command("stock.prices", Json::object({{"priceListId", priceListId},
                                                                   {"currency", currency.code()},
                                                                   {"date", date},
                                                                   {"lines", std::move(wanted)}}));
    std::vector<ListPrice> prices;
    for (const Json& found : answer["prices"].items()) {
        prices.push_back({found.optionalDecimal("price"), found.optionalDecimal("discountPercent")});
    }
    return prices;
}

struct GoodsLine {
    std::string itemId;
    Decimal quantity; ///< positive
    std::string locationId;
    std::optional<std::string> lotNumber;
    std::optional<Decimal> unitCost;  ///< of a return; without it the current average cost
    std::optional<std::string> field; ///< where the line stands in the caller's request: "lines[2]"
    std::optional<Date> expiresOn;    ///< of the lot of goods received
};

/// Goods that move because of a document of the caller.
struct GoodsMove {
    std::string documentKind; ///< sale
    std::string documentId;
    std::optional<std::string> documentNumber;
    std::string reason = "sale";
    Date date;
    std::optional<std::string> businessUnitId;
    bool emitMovement = false; ///< tell each movement as an event
    bool fromReserved = false; ///< of an issue: takes out what was reserved for the document
    std::vector<GoodsLine> lines;
};

struct GoodsMoved {
    struct Movement {
        std::string id; ///< mov_…
        std::string itemId;
        Decimal quantity;
        Decimal unitCost;
        std::int64_t value = 0;
    };
    std::vector<Movement> movements;
    std::int64_t value = 0; ///< of all, minor units
};

namespace detail {

inline Json goodsJson(const GoodsMove& move) {
    Json lines = Json::array();
    for (const GoodsLine& line : move.lines) {
        Json entry = Json::object({{"itemId", line.itemId},
                                   {"quantity", line.quantity},
                                   {"locationId", line.locationId},
                                   {"lotNumber", line.lotNumber},
                                   {"unitCost", line.unitCost},
                                   {"expiresOn", line.expiresOn}});
        if (line.field) {
            entry.set("field", *line.field);
        }
        lines.push(std::move(entry));
    }
    return Json::object({{"documentKind", move.documentKind},
                         {"documentId", move.documentId},
                         {"documentNumber", move.documentNumber},
                         {"reason", move.reason},
                         {"date", move.date},
                         {"businessUnitId", move.businessUnitId},
                         {"emitMovement", move.emitMovement},
                         {"fromReserved", move.fromReserved},
                         {"lines", std::move(lines)}});
}

inline GoodsMoved goodsMoved(const Json& answer) {
    GoodsMoved moved;
    for (const Json& found : answer["movements"].items()) {
        moved.movements.push_back({found["id"].text(), found["itemId"].text(), found["quantity"].decimal(),
                                   found.optionalDecimal("unitCost").value_or(Decimal()),
                                   found.optionalInteger("value").value_or(0)});
    }
    moved.value = answer.optionalInteger("value").value_or(0);
    return moved;
}

} // namespace detail

/// `stock.issue`: takes the goods out, values them and posts their cost where there is a ledger. Refuses with
/// `insufficient-stock:<item>:<available>`.
inline GoodsMoved issueGoods(Call& call, const GoodsMove& move) {
    return detail::goodsMoved(call.command("stock.issue", detail::goodsJson(move)));
}

/// `stock.lock`: locks the stock of these goods with the next round trip; the issue or reservation of the
/// same lines that follows then needs none for that.
inline void lockGoods(Call& call, const std::vector<GoodsLine>& lines) {
    Json list = Json::array();
    for (const GoodsLine& line : lines) {
        list.push(Json::object(
            {{"itemId", line.itemId}, {"quantity", line.quantity}, {"locationId", line.locationId}}));
    }
    call.command("stock.lock", Json::object({{"lines", std::move(list)}}));
}

/// `stock.return`: puts the goods back.
inline GoodsMoved returnGoods(Call& call, const GoodsMove& move) {
    return detail::goodsMoved(call.command("stock.return", detail::goodsJson(move)));
}

/// `stock.receive`: puts bought goods into stock. A line without unitCost comes in at the current average.
inline GoodsMoved receiveGoods(Call& call, const GoodsMove& move) {
    return detail::goodsMoved(call.command("stock.receive", detail::goodsJson(move)));
}

/// `stock.reserve`: keeps the goods for a later delivery. Refuses as issueGoods does.
inline void reserveGoods(Call& call, const GoodsMove& move) {
    call.command("stock.reserve", detail::goodsJson(move));
}

/// `stock.release`: gives reserved goods free again.
inline void releaseGoods(Call& call, const GoodsMove& move) {
    call.command("stock.release", detail::goodsJson(move));
}

} // namespace svc::contracts
