#include "store/counts.hpp"

#include <set>

#include "api/posting.hpp"
#include "api/records.hpp"
#include "api/stock_lines.hpp"
#include "domain/wording.hpp"

namespace svc::stock {
namespace {

api::StockCountRow rowOf(const Count& count, bool withLines) {
    return {.id = count.id,
            .status = count.status,
            .locationId = count.locationId,
            .date = count.date,
            .note = count.note,
            .lines = withLines ? std::optional(count.lines) : std::nullopt,
            .createdAt = count.createdAt,
            .updatedAt = count.updatedAt,
            .version = count.version,
            .createdBy = count.createdBy};
}

/// A place is counted once in a count.
void checkOnce(const std::vector<GoodsLine>& lines) {
    std::set<std::pair<ItemId, std::string>> seen;
    for (const GoodsLine& line : lines) {
        if (!seen.emplace(line.itemId, line.lotTracked ? line.lot.value_or("") : "").second) {
            throw fieldInvalid(line.field + ".itemId");
        }
    }
}

/// The places of a count, as lines that come in: so they are made when nothing was ever there.
std::vector<GoodsLine> placesOf(const Count& count) {
    std::vector<GoodsLine> places;
    for (std::size_t i = 0; i < count.lines.size(); ++i) {
        GoodsLine place;
        place.field = linePath(i);
        place.itemId = count.lines[i].itemId;
        place.locationId = count.locationId;
        place.lot = count.lines[i].lotNumber;
        place.lotTracked = place.lot.has_value();
        place.incoming = true;
        places.push_back(std::move(place));
    }
    return places;
}

/// What lies at a place, locked.
Decimal quantityAt(const ShelfItem& item, const GoodsLine& place) {
    const std::string lot = item.trackLots ? place.lot.value_or("") : std::string();
    for (const Level& level : item.levels) {
        if (level.locationId == place.locationId && level.lot == lot) {
            return level.quantity;
        }
    }
    return Decimal();
}

/// Reads what was expected under the lock of the shelf, moves the differences, writes the books.
void validate(Call& call, Count& count, const Location& location) {
    std::vector<GoodsLine> places = placesOf(count);
    Shelf shelf = lockStocked(call, places);
    if (places.size() != count.lines.size()) {
        throw Fault("a counted item is not kept in stock any more");
    }
    GoodsDocument document;
    document.source = {api::MovementReason::Count, "count", count.id.toString(), count.note};
    document.emitMovements = true;
    std::vector<std::size_t> moving;
    for (std::size_t i = 0; i < places.size(); ++i) {
        const ShelfItem& item = *shelf.find(places[i].itemId);
        CountLine& line = count.lines[i];
        line.expected = quantityAt(item, places[i]).normalized();
        line.value = MinorAmount();
        const Decimal difference = line.counted - *line.expected;
        line.difference = difference;
        if (difference.isZero()) {
            continue;
        }
        GoodsLine goods = places[i];
        goods.incoming = difference.sign() > 0;
        goods.quantity = goods.incoming ? difference : -difference;
        if (goods.incoming && item.valuation.average().isZero()) {
            goods.unitCost = item.cost;
        }
        document.lines.push_back(std::move(goods));
        moving.push_back(i);
    }
    const MovedGoods moved = moveGoods(call, shelf, document);
    for (std::size_t i = 0; i < moving.size(); ++i) {
        count.lines[moving[i]].value = MinorAmount(moved.movements[i].value);
    }
    postStock(call, {.label = wording(Text::StockCount, call.company().language),
                     .counterpart = "inventory_difference",
                     .documentKind = document.source.documentKind,
                     .documentId = document.source.documentId,
                     .date = count.date,
                     .businessUnitId = location.businessUnitId,
                     .valueIn = moved.valueIn,
                     .valueOut = moved.valueOut});
    count.status = api::CountStatus::Validated;
}

std::vector<GoodsLine> countedLines(const std::vector<api::StockCountCreateLinesItem>& entries) {
    std::vector<GoodsLine> lines;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        GoodsLine line;
        line.field = linePath(i);
        line.quantity = entries[i].counted;
        checkDecimals(line.quantity, line.field + ".counted");
        if (line.quantity.sign() < 0) {
            throw fieldInvalid(line.field + ".counted");
        }
        line.lot = entries[i].lotNumber;
        lines.push_back(std::move(line));
    }
    return lines;
}

Count draftOf(Call& call, const api::StockCountCreate& body, const std::vector<GoodsLine>& lines) {
    Count count{.status = api::CountStatus::Draft, .locationId = body.locationId, .note = body.note};
    beginRecord(call, count);
    for (const GoodsLine& line : lines) {
        count.lines.push_back({.itemId = line.itemId,
                               .lotNumber = line.lotTracked ? line.lot : std::nullopt,
                               .counted = line.quantity});
    }
    return count;
}

Count lockDraft(Call& call, CountId id) {
    auto count = lockCount(call, id);
    if (!count) {
        throw ApiError(404, "count-not-found");
    }
    if (count->status != api::CountStatus::Draft) {
        throw ApiError(400, "count-not-draft");
    }
    return *std::move(count);
}

Answer<200, api::StockCount> changed(Call& call, Count& count, std::string_view action, bool lines) {
    ++count.version;
    count.updatedAt = call.now();
    updateCount(call, count, lines);
    call.history("count", count.id.toString(), action,
                 Json::array({Json::object({{"field", "status"},
                                            {"from", toText(api::CountStatus::Draft)},
                                            {"to", toText(count.status)}})}));
    return Answer<200, api::StockCount>(count).etag(count.version);
}

} // namespace

Answer<200, std::vector<api::StockCountRow>>
listStockCounts(Request& request, const api::ListStockCountsParameters& parameters) {
    const bool withLines = parameters.include.has_value();
    const CountPage page = listCounts(request,
                                      {.dates = request.dateRange(),
                                       .locationId = parameters.locationId,
                                       .statuses = parameters.status,
                                       .lines = withLines,
                                       .oldestFirst = parameters.sort == api::DateOrder::Date},
                                      parameters.page);
    std::vector<api::StockCountRow> rows;
    for (const Count& count : page.counts) {
        rows.push_back(rowOf(count, withLines));
    }
    return Answer<200, std::vector<api::StockCountRow>>(rows).total(page.total);
}

Answer<201, api::StockCount> createStockCount(Request& request, const api::StockCountCreate& body) {
    std::vector<GoodsLine> lines = countedLines(body.lines);
    const Location location = locationOf(request, body.locationId);
    nameItems(request, body.lines, location.id, lines);
    const ShelfItems items = itemsOf(request, lines);
    checkItems(lines, items);
    if (location.archived) {
        throw fieldInvalid("locationId");
    }
    retainStocked(lines, items);
    checkOnce(lines);
    Count count = draftOf(request, body, lines);
    count.date = businessDate(request, body.date);
    if (body.validate) {
        validate(request, count, location);
    }
    insertCount(request, count);
    request.history("count", count.id.toString(), body.validate ? "count.validated" : "count.created");
    return Answer<201, api::StockCount>(count).etag(count.version);
}

Answer<200, api::StockCount> validateStockCount(Request& request,
                                                const api::ValidateStockCountParameters& parameters,
                                                const api::StockCountMove& body) {
    Count count = lockDraft(request, parameters.countId);
    count.date = businessDate(request, body.date);
    validate(request, count, readLocation(request, count.locationId).value());
    return changed(request, count, "count.validated", true);
}

Answer<200, api::StockCount> cancelStockCount(Request& request,
                                              const api::CancelStockCountParameters& parameters,
                                              const api::StockCountMove&) {
    Count count = lockDraft(request, parameters.countId);
    count.status = api::CountStatus::Cancelled;
    return changed(request, count, "count.cancelled", false);
}

} // namespace svc::stock
