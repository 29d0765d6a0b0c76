#include <set>

#include <svc/error.hpp>

#include "api/goods.hpp"
#include "api/handlers.hpp"
#include "api/posting.hpp"
#include "api/stock_lines.hpp"
#include "domain/wording.hpp"
#include "store/counts.hpp"

namespace svc::stock {
namespace {

Json lineRecord(const CountLine& line) {
    return Json::object(
        {{"itemId", encodeId("itm", line.itemId)},
         {"lotNumber", line.lot},
         {"expected", line.expected},
         {"counted", line.counted},
         {"difference", line.expected ? Json((line.counted - *line.expected).normalized()) : Json(nullptr)},
         {"value", line.value}});
}

Json countRecord(const Count& count, bool withLines) {
    Json record = Json::object({{"id", encodeId("cnt", count.id)},
                                {"status", count.status},
                                {"locationId", encodeId("loc", count.locationId)},
                                {"date", count.date},
                                {"note", count.note}});
    if (withLines) {
        Json lines = Json::array();
        for (const CountLine& line : count.lines) {
            lines.push(lineRecord(line));
        }
        record.add("lines", std::move(lines));
    }
    record.add("createdAt", count.createdAt);
    record.add("updatedAt", count.updatedAt);
    record.add("version", count.version);
    record.add("createdBy", actorJson(count.createdByKind, count.createdById));
    return record;
}

/// A place is counted once in a count.
void checkOnce(const std::vector<GoodsLine>& lines) {
    std::set<std::pair<Uuid, std::string>> seen;
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
        place.lot = count.lines[i].lot;
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
    document.source = {"count", "count", encodeId("cnt", count.id), count.note};
    document.emitMovements = true;
    std::vector<std::size_t> moving;
    for (std::size_t i = 0; i < places.size(); ++i) {
        const ShelfItem& item = *shelf.find(places[i].itemId);
        CountLine& line = count.lines[i];
        line.expected = quantityAt(item, places[i]).normalized();
        line.value = 0;
        const Decimal difference = line.counted - *line.expected;
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
        count.lines[moving[i]].value = moved.movements[i].value;
    }
    postStock(call, {wording(Text::StockCount, call.company().language), "inventory_difference", "count",
                     document.source.documentId, std::nullopt, count.date, location.businessUnitId,
                     moved.valueIn, moved.valueOut});
    count.status = "validated";
}

Count draftOf(Request& request, const Location& location, const std::vector<GoodsLine>& lines) {
    Count count;
    count.id = request.newUuid();
    count.locationId = location.id;
    count.note = request.body().optionalText("note");
    count.createdAt = count.updatedAt = request.now();
    if (const auto kind = request.actor().kindText()) {
        count.createdByKind = std::string(*kind);
    }
    count.createdById = request.actor().optionalId();
    for (const GoodsLine& line : lines) {
        CountLine counted;
        counted.itemId = line.itemId;
        counted.lot = line.lotTracked ? line.lot : std::nullopt;
        counted.counted = line.quantity.normalized();
        count.lines.push_back(std::move(counted));
    }
    return count;
}

Count lockDraft(Request& request) {
    auto count = lockCount(request, request.pathId("countId", "cnt", "count-not-found"));
    if (!count) {
        throw ApiError(404, "count-not-found");
    }
    if (count->status != "draft") {
        throw ApiError(400, "count-not-draft");
    }
    return *std::move(count);
}

Response changed(Request& request, Count& count, std::string_view action, bool lines) {
    ++count.version;
    count.updatedAt = request.now();
    updateCount(request, count, lines);
    request.history(
        "count", encodeId("cnt", count.id), action,
        Json::array({Json::object({{"field", "status"}, {"from", "draft"}, {"to", count.status}})}));
    return Response::json(200, countRecord(count, true)).etag(count.version);
}

} // namespace

Response listCountsRoute(Request& request) {
    CountFilter filter;
    filter.dates = request.dateRange();
    filter.statuses = request.queryList("status");
    filter.lines = request.includes("lines");
    filter.oldestFirst = request.query("sort") == "date";
    if (const auto location = request.query("locationId")) {
        filter.locationId = decodeId("loc", *location).value_or(Uuid());
    }
    const CountPage page = listCounts(request, filter, request.arrayPage());
    Json records = Json::array();
    for (const Count& count : page.counts) {
        records.push(countRecord(count, filter.lines));
    }
    return Response::json(200, records).total(page.total);
}

Response createCountRoute(Request& request) {
    const Json& body = request.body();
    const Json& entries = body["lines"];
    std::vector<GoodsLine> lines;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        GoodsLine line;
        line.field = linePath(i);
        line.quantity = quantityOf(entries[i], "counted", line.field);
        if (line.quantity.sign() < 0) {
            throw fieldInvalid(line.field + ".counted");
        }
        line.lot = entries[i].optionalText("lotNumber");
        lines.push_back(std::move(line));
    }
    const Location location = locationOf(request, body, "locationId");
    for (std::size_t i = 0; i < lines.size(); ++i) {
        lines[i].itemId = itemIdOf(entries[i]);
        lines[i].locationId = location.id;
    }
    const ShelfItems items = itemsOf(request, lines);
    checkItems(lines, items);
    if (location.archived) {
        throw fieldInvalid("locationId");
    }
    retainStocked(lines, items);
    checkOnce(lines);
    Count count = draftOf(request, location, lines);
    count.date = businessDate(request);
    if (body.optionalBool("validate").value_or(true)) {
        validate(request, count, location);
    }
    insertCount(request, count);
    request.history("count", encodeId("cnt", count.id),
                    "count." + std::string(count.status == "draft" ? "created" : "validated"));
    return Response::json(201, countRecord(count, true)).etag(count.version);
}

Response validateCountRoute(Request& request) {
    Count count = lockDraft(request);
    count.date = businessDate(request);
    validate(request, count, readLocation(request, count.locationId).value());
    return changed(request, count, "count.validated", true);
}

Response cancelCountRoute(Request& request) {
    Count count = lockDraft(request);
    count.status = "cancelled";
    return changed(request, count, "count.cancelled", false);
}

} // namespace svc::stock
