#include "document/lines.hpp"
#include "document/posting.hpp"
#include "document/rules/wording.hpp"
#include "location/store.hpp"
#include "shelf/goods.hpp"

namespace svc::stock {
namespace {

/// The lines of a command. A caller whose lines have other positions gives their paths in `field`.
std::vector<GoodsLine> movedLines(Call& call, const std::vector<commands::MovedLine>& entries,
                                  bool incoming) {
    std::vector<GoodsLine> lines;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const commands::MovedLine& entry = entries[i];
        GoodsLine line;
        line.field = entry.field.value_or(linePath(i));
        line.itemId = formedItemId(entry.itemId, call.input()["lines"][i]["itemId"]);
        line.locationId = entry.locationId;
        if (line.locationId.uuid().isNil()) {
            throw ApiError(404, "location-not-found");
        }
        line.quantity = entry.quantity;
        line.lot = entry.lotNumber;
        line.incoming = incoming;
        if (incoming) {
            line.unitCost = entry.unitCost ? std::optional(entry.unitCost->minor()) : std::nullopt;
            line.expiresOn = entry.expiresOn;
        }
        if (line.quantity.sign() <= 0) {
            throw fieldInvalid(line.field + ".quantity");
        }
        lines.push_back(std::move(line));
    }
    return lines;
}

commands::GoodsMoved outputOf(const MovedGoods& moved) {
    commands::GoodsMoved output{.movements = {}, .value = MinorAmount(moved.valueIn - moved.valueOut)};
    for (const Movement& movement : moved.movements) {
        output.movements.push_back({.id = movement.id,
                                    .itemId = movement.itemId,
                                    .quantity = movement.quantity,
                                    .unitCost = MinorPrice(movement.unitCost),
                                    .value = MinorAmount(movement.value)});
    }
    return output;
}

/// The purpose of a command's movement: the default reason, and the text of the ledger entry.
struct Move {
    api::MovementReason reason;
    Text label;
    bool incoming;
};

/// Checks a line that was accepted before its item got variants.
void requireNoParent(const std::vector<GoodsLine>& lines, const ShelfItems& items) {
    for (const GoodsLine& line : lines) {
        if (items.at(line.itemId).isParent) {
            throw fieldInvalid(line.field + ".itemId");
        }
    }
}

/// Goods that were sold before their lots were kept come back as the lot with the number of the document.
void nameReturnedLots(std::vector<GoodsLine>& lines, const ShelfItems& items,
                      const commands::GoodsMove& input) {
    for (GoodsLine& line : lines) {
        const auto found = items.find(line.itemId);
        if (found != items.end() && found->second.trackLots && !line.lot) {
            line.lot = input.documentNumber.value_or(input.documentId);
        }
    }
}

MovedGoods moveForDocument(Call& call, const commands::GoodsMove& input, GoodsDocument& document,
                           const Move& move) {
    document.source = {input.reason.value_or(move.reason), input.documentKind, input.documentId, input.note};
    document.lines = movedLines(call, input.lines, move.incoming);
    document.emitMovements = input.emitMovement;
    if (move.incoming) {
        // Lots must be known before their levels are created.
        const ShelfItems items = lockedItemsOf(call, document.lines);
        if (move.reason == api::MovementReason::Return) {
            nameReturnedLots(document.lines, items, input);
        }
        retainStocked(document.lines, items);
        if (move.reason == api::MovementReason::Purchase) {
            requireNoParent(document.lines, items);
        }
    }
    Shelf shelf = lockStocked(call, document.lines);
    if (!move.incoming && !input.fromReserved) {
        shelf.requireOpen(document.lines);
    }
    if (!move.incoming && input.fromReserved) {
        // Releases the reservation of this document under the same lock, so that its goods are available to
        // it.
        for (const GoodsLine& line : document.lines) {
            shelf.release(line);
        }
    }
    return moveGoods(call, shelf, document);
}

void postMoved(Call& call, const commands::GoodsMove& input, const MovedGoods& moved, const Move& move) {
    if (moved.movements.empty() || (moved.valueIn == 0 && moved.valueOut == 0)) {
        return;
    }
    // A caller that passes the business unit of its document saves a read.
    const BusinessUnitId unit =
        input.businessUnitId ? *input.businessUnitId
                             : readLocation(call, moved.movements.front().locationId).value().businessUnitId;
    postStock(call, {.label = wording(move.label, call.company().language),
                     .counterpart = "inventory_variation",
                     .documentKind = input.documentKind,
                     .documentId = input.documentId,
                     .documentNumber = input.documentNumber,
                     .date = input.date.value_or(call.today()),
                     .businessUnitId = unit,
                     .valueIn = moved.valueIn,
                     .valueOut = moved.valueOut});
}

commands::GoodsMoved carryOut(Call& call, const commands::GoodsMove& input, const Move& move) {
    GoodsDocument document;
    const MovedGoods moved = moveForDocument(call, input, document, move);
    postMoved(call, input, moved, move);
    return outputOf(moved);
}

} // namespace

void commands::lock(Call& call, const commands::LockInput& input) {
    lockShelfAhead(call, movedLines(call, input.lines, false));
}

commands::GoodsMoved commands::issue(Call& call, const commands::GoodsMove& input) {
    return carryOut(call, input, {api::MovementReason::Sale, Text::GoodsSold, false});
}

commands::GoodsMoved commands::return_(Call& call, const commands::GoodsMove& input) {
    return carryOut(call, input, {api::MovementReason::Return, Text::GoodsReturned, true});
}

commands::GoodsMoved commands::receive(Call& call, const commands::GoodsMove& input) {
    const Move move{api::MovementReason::Purchase, Text::GoodsReceived, true};
    GoodsDocument document;
    const MovedGoods moved = moveForDocument(call, input, document, move);
    saveLastCosts(call, document.lines);
    postMoved(call, input, moved, move);
    return outputOf(moved);
}

void commands::reserve(Call& call, const commands::GoodsMove& input) {
    std::vector<GoodsLine> lines = movedLines(call, input.lines, false);
    Shelf shelf = lockStocked(call, lines);
    shelf.requireOpen(lines);
    shelf.requireAvailable(lines);
    for (const GoodsLine& line : lines) {
        shelf.reserve(line);
    }
    saveShelf(call, shelf, {}, {});
}

void commands::release(Call& call, const commands::GoodsMove& input) {
    std::vector<GoodsLine> lines = movedLines(call, input.lines, false);
    Shelf shelf = lockStocked(call, lines);
    for (const GoodsLine& line : lines) {
        shelf.release(line);
    }
    saveShelf(call, shelf, {}, {});
}

} // namespace svc::stock
