#include "count/validate.hpp"

#include "count/draft.hpp"
#include "document/lines.hpp"
#include "document/posting.hpp"
#include "document/rules/wording.hpp"

namespace svc::stock {
namespace {

/// The places of a count as incoming lines, so that missing levels are created.
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

/// The locked quantity at a place.
Decimal quantityAt(const ShelfItem& item, const GoodsLine& place) {
    const std::string lot = item.trackLots ? place.lot.value_or("") : std::string();
    for (const Level& level : item.levels) {
        if (level.locationId == place.locationId && level.lot == lot) {
            return level.quantity;
        }
    }
    return Decimal();
}

} // namespace

void validate(Call& call, Count& count, const Location& location) {
    std::vector<GoodsLine> places = placesOf(count);
    const ShelfItems items = lockedItemsOf(call, places);
    for (const GoodsLine& place : places) {
        checkStocked(items.at(place.itemId));
    }
    Shelf shelf = lockStocked(call, places);
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

Answer<200, api::StockCount> validateStockCount(Request& request,
                                                const api::ValidateStockCountParameters& parameters,
                                                const api::StockCountMove& body) {
    Count count = lockDraft(request, parameters.countId);
    count.date = request.businessDate(body.date);
    validate(request, count, readLocation(request, count.locationId).value());
    return changed(request, count, "count.validated", true);
}

} // namespace svc::stock
