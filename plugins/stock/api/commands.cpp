#include "api/handlers.hpp"

#include <svc/error.hpp>

#include "api/goods.hpp"
#include "api/posting.hpp"
#include "domain/wording.hpp"
#include "store/catalogue.hpp"
#include "store/locations.hpp"

namespace svc::stock {
namespace {

Uuid idOf(const Json& value, std::string_view prefix, std::string_view code, bool named) {
    const std::string text = value.isString() ? value.text() : std::string();
    const auto id = decodeId(prefix, text);
    if (!id) {
        throw named ? ApiError(404, code, {text}) : ApiError(404, code);
    }
    return *id;
}

/// The lines of a command. A caller whose own lines have other positions names them in `field`.
std::vector<GoodsLine> linesOf(const Json& input, bool incoming) {
    std::vector<GoodsLine> lines;
    std::size_t index = 0;
    for (const Json& entry : input["lines"].items()) {
        GoodsLine line;
        line.field = entry.textOr("field", "lines[" + std::to_string(index++) + ']');
        line.itemId = idOf(entry["itemId"], "itm", "item-not-found", true);
        line.locationId = idOf(entry["locationId"], "loc", "location-not-found", false);
        line.quantity = entry["quantity"].decimal();
        line.lot = entry.optionalText("lotNumber");
        line.incoming = incoming;
        if (incoming) {
            line.unitCost = entry.optionalDecimal("unitCost");
            if (const auto expiry = entry.optionalText("expiresOn")) {
                line.expiresOn = Date::parse(*expiry);
            }
        }
        if (line.quantity.sign() <= 0) {
            throw fieldInvalid(line.field + ".quantity");
        }
        lines.push_back(std::move(line));
    }
    return lines;
}

Json movedJson(const MovedGoods& moved) {
    Json movements = Json::array();
    for (const Movement& movement : moved.movements) {
        movements.push(Json::object({{"id", encodeId("mov", movement.id)},
                                     {"itemId", encodeId("itm", movement.itemId)},
                                     {"quantity", movement.quantity},
                                     {"unitCost", movement.unitCost},
                                     {"value", movement.value}}));
    }
    return Json::object({{"movements", std::move(movements)}, {"value", moved.valueIn - moved.valueOut}});
}

/// A caller that knows the business unit of its document spares a read.
Uuid businessUnitOf(Call& call, const Json& input, const MovedGoods& moved) {
    if (const auto id = decodeId("bus", input.textOr("businessUnitId"))) {
        return *id;
    }
    return readLocation(call, moved.movements.front().locationId).value().businessUnitId;
}

enum class Move { Issue = 1, Return, Receive };

std::string_view reasonOf(Move move) {
    return move == Move::Issue ? "sale" : (move == Move::Return ? "return" : "purchase");
}

Text labelOf(Move move) {
    return move == Move::Issue    ? Text::GoodsSold
           : move == Move::Return ? Text::GoodsReturned
                                  : Text::GoodsReceived;
}

Json moveForDocument(Call& call, const Json& input, Move move) {
    const bool incoming = move != Move::Issue;
    GoodsDocument document;
    document.source = {input.textOr("reason", reasonOf(move)), input.textOr("documentKind"),
                       input.textOr("documentId"), input.optionalText("note")};
    document.lines = linesOf(input, incoming);
    document.emitMovements = input.optionalBool("emitMovement").value_or(false);
    if (incoming) {
        // Which lots exist must be known before their places are made.
        retainStocked(document.lines, itemsOf(call, document.lines));
    }
    Shelf shelf = lockStocked(call, document.lines);
    if (!incoming && input.optionalBool("fromReserved").value_or(false)) {
        // What was kept for this document is free for it, under the same lock.
        for (const GoodsLine& line : document.lines) {
            shelf.release(line);
        }
    }
    const MovedGoods moved = moveGoods(call, shelf, document);
    if (move == Move::Receive) {
        saveLastCosts(call, document.lines);
    }

    if (!moved.movements.empty() && (moved.valueIn != 0 || moved.valueOut != 0)) {
        StockPosting posting{wording(labelOf(move), call.company().language),
                             "inventory_variation",
                             document.source.documentKind,
                             document.source.documentId,
                             input.optionalText("documentNumber"),
                             Date::parse(input.textOr("date")).value_or(call.today()),
                             businessUnitOf(call, input, moved),
                             moved.valueIn,
                             moved.valueOut};
        postStock(call, posting);
    }
    return movedJson(moved);
}

} // namespace

Json itemsCommand(Call& call, const Json& input) {
    std::vector<Uuid> ids;
    for (const Json& id : input["ids"].items()) {
        if (const auto uuid = decodeId("itm", id.text())) {
            ids.push_back(*uuid);
        }
    }
    if (input.optionalBool("ahead").value_or(false)) {
        askSoldItems(call, ids);
        return Json(nullptr);
    }
    return Json::object({{"items", soldItems(call, ids)}});
}

Json locationCommand(Call& call, const Json& input) {
    std::optional<Location> location;
    if (const auto id = input.optionalText("id")) {
        const auto uuid = decodeId("loc", *id);
        location = uuid ? readLocation(call, *uuid) : std::nullopt;
    } else {
        const auto unit = input.optionalText("businessUnitId");
        location = defaultLocation(call, unit ? std::optional<std::string_view>(*unit) : std::nullopt);
    }
    if (!location) {
        return Json(nullptr);
    }
    return Json::object({{"id", encodeId("loc", location->id)},
                         {"businessUnitId", encodeId("bus", location->businessUnitId)},
                         {"name", location->name},
                         {"archived", location->archived}});
}

Json lockCommand(Call& call, const Json& input) {
    lockShelfAhead(call, linesOf(input, false));
    return Json::object();
}

Json issueCommand(Call& call, const Json& input) {
    return moveForDocument(call, input, Move::Issue);
}

Json returnCommand(Call& call, const Json& input) {
    return moveForDocument(call, input, Move::Return);
}

Json receiveCommand(Call& call, const Json& input) {
    return moveForDocument(call, input, Move::Receive);
}

Json reserveCommand(Call& call, const Json& input) {
    std::vector<GoodsLine> lines = linesOf(input, false);
    Shelf shelf = lockStocked(call, lines);
    shelf.requireAvailable(lines);
    for (const GoodsLine& line : lines) {
        shelf.reserve(line);
    }
    saveShelf(call, shelf, {}, {});
    return Json::object();
}

Json releaseCommand(Call& call, const Json& input) {
    std::vector<GoodsLine> lines = linesOf(input, false);
    Shelf shelf = lockStocked(call, lines);
    for (const GoodsLine& line : lines) {
        shelf.release(line);
    }
    saveShelf(call, shelf, {}, {});
    return Json::object();
}

Json companyCreatedCommand(Call& call, const Json& input) {
    const auto unit = input.optionalText("businessUnitId");
    const auto known = call.businessUnit(unit ? std::optional<std::string_view>(*unit) : std::nullopt);
    const auto unitId = known ? decodeId("bus", known->textOr("id")) : std::nullopt;
    if (!unitId) {
        throw Fault("a company without business unit");
    }
    Location location;
    location.id = call.newUuid();
    location.name = "Shop";
    location.businessUnitId = *unitId;
    location.createdAt = call.now();
    if (const auto kind = call.actor().kindText()) {
        location.createdByKind = std::string(*kind);
    }
    location.createdById = call.actor().optionalId();
    insertLocation(call, location);
    const std::string id = encodeId("loc", location.id);
    return Json::object({{"locationId", id}, {"defaultLocationId", id}});
}

} // namespace svc::stock
