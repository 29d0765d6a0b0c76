#include <set>

#include "count/validate.hpp"
#include "document/lines.hpp"
#include "document/records.hpp"

namespace svc::stock {
namespace {

/// Refuses a place that appears twice in a count.
void checkOnce(const std::vector<GoodsLine>& lines) {
    std::set<std::pair<ItemId, std::string>> seen;
    for (const GoodsLine& line : lines) {
        if (!seen.emplace(line.itemId, line.lotTracked ? line.lot.value_or("") : "").second) {
            throw fieldInvalid(line.field + ".itemId");
        }
    }
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

} // namespace

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
    count.date = request.businessDate(body.date);
    if (body.validate) {
        validate(request, count, location);
    }
    insertCount(request, count);
    request.history("count", count.id.toString(), body.validate ? "count.validated" : "count.created");
    return Answer<201, api::StockCount>(count).etag(count.version);
}

} // namespace svc::stock
