#include "store/tallies.hpp"

#include <map>
#include <set>
#include <tuple>

namespace svc::stock {
namespace {

// Read after the lock of the item's stock, which whoever changes these columns holds too.
constexpr std::string_view SetLow =
    "UPDATE stock.item SET low = $3 WHERE company_id = $1 AND id = $2 AND low <> $3"
    " RETURNING archived, service, category, track_stock";
constexpr std::string_view Facts =
    "SELECT archived, low, track_stock FROM stock.item WHERE company_id = $1 AND id = $2";
constexpr std::string_view MarkCounted =
    "UPDATE stock.level SET counted = true WHERE company_id = $1 AND item_id = $2 AND NOT counted";
constexpr std::string_view Places = "SELECT location_id, min(since) FROM stock.level WHERE company_id = $1"
                                    " AND item_id = $2 AND counted GROUP BY location_id ORDER BY location_id";

TallyRow itemRow(bool archived, bool service, std::string_view category, bool low) {
    TallyRow row;
    row.by = {tallyFlag(archived), tallyFlag(service), std::string(category), tallyFlag(low), ""};
    return row;
}

TallyRow itemRow(const Item& item) {
    return itemRow(item.archived, item.service, item.category.value_or(""), isLow(item));
}

TallyRow placeRow(const Uuid& location, Instant since, bool low) {
    TallyRow row;
    row.date = since.utcDate();
    row.by = {location.toString(), tallyFlag(low), "", "", ""};
    return row;
}

/// Takes the places of an item out of one count and puts them into another; what is not listed has none.
void movePlaces(Call& call, const Uuid& item, std::optional<bool> lowBefore, std::optional<bool> lowAfter) {
    if (lowBefore == lowAfter) {
        return;
    }
    for (const Row row : call.db().query(Places, call.companyId(), item)) {
        for (const auto& [low, documents] : {std::pair(lowBefore, -1), std::pair(lowAfter, 1)}) {
            if (low) {
                TallyRow place = placeRow(row.uuid(0), row.instant(1), *low);
                place.documents = documents;
                PlaceTally.add(call, place);
            }
        }
    }
}

std::optional<bool> listedAs(const Item& item) {
    return item.trackStock && !item.archived ? std::optional(isLow(item)) : std::nullopt;
}

} // namespace

std::string tallyFlag(bool value) {
    return value ? "true" : "false";
}

void countItem(Call& call, const Item& item) {
    ItemTally.add(call, itemRow(item));
}

void recountItem(Call& call, const Item& before, const Item& after) {
    ItemTally.move(call, itemRow(before), itemRow(after));
    movePlaces(call, after.id, listedAs(before), listedAs(after));
}

void countPlaces(Call& call, const Shelf& shelf) {
    for (const ShelfItem& item : shelf.items()) {
        std::map<Uuid, std::pair<bool, Instant>> places;
        bool any = false;
        for (const Level& level : item.levels) {
            auto& [counted, since] = places.try_emplace(level.locationId, false, level.since).first->second;
            counted = counted || level.counted;
            since = std::min(since, level.since);
            any = any || !level.counted;
        }
        if (!any) {
            continue;
        }
        const Rows facts = call.db().query(Facts, call.companyId(), item.id);
        const bool listed = !facts[0].boolean(0) && facts[0].boolean(2);
        for (const auto& [location, place] : places) {
            if (!place.first && listed) {
                PlaceTally.add(call, placeRow(location, place.second, facts[0].boolean(1)));
            }
        }
        call.db().send(MarkCounted, call.companyId(), item.id);
    }
}

void markLow(Call& call, const Shelf& shelf) {
    for (const ShelfItem& item : shelf.items()) {
        const auto below = [&](const Decimal& quantity) {
            return item.trackStock && item.alertThreshold && quantity < *item.alertThreshold;
        };
        const bool low = below(item.valuation.quantity());
        if (below(item.quantityBefore) == low) {
            continue;
        }
        const Rows rows = call.db().query(SetLow, call.companyId(), item.id, low);
        if (rows.empty()) {
            continue;
        }
        const Row row = rows[0];
        const std::string category(row.optionalText(2).value_or(""));
        ItemTally.move(call, itemRow(row.boolean(0), row.boolean(1), category, !low),
                       itemRow(row.boolean(0), row.boolean(1), category, low));
        if (!row.boolean(0) && row.boolean(3)) {
            movePlaces(call, item.id, !low, low);
        }
    }
}

void countMovements(Call& call, const std::vector<Movement>& movements, const std::string& reason) {
    std::map<std::pair<Date, Uuid>, std::int64_t> counts;
    for (const Movement& movement : movements) {
        ++counts[{movement.at.utcDate(), movement.locationId}];
    }
    for (const auto& [place, documents] : counts) {
        TallyRow row;
        row.date = place.first;
        row.by = {place.second.toString(), reason, "", "", ""};
        row.documents = documents;
        MovementTally.add(call, row);
    }
}

} // namespace svc::stock
