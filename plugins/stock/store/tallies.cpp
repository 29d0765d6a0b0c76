#include "store/tallies.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "store/items.hpp"

namespace svc::stock {
namespace {

// Read after the lock of the item's stock, which whoever changes these columns holds too.
constexpr std::string_view SetLow = "UPDATE stock.item SET low = $3, was_low = was_low OR $3"
                                    " WHERE company_id = $1 AND id = $2 AND low <> $3"
                                    " RETURNING archived, service, category, track_stock, low, places";
// With the places that were not counted yet.
constexpr std::string_view CountPlaces =
    "UPDATE stock.item SET places = places + $3 WHERE company_id = $1 AND id = $2"
    " RETURNING archived, service, category, track_stock, low, places";
constexpr std::string_view PlacesOf = "SELECT places FROM stock.item WHERE company_id = $1 AND id = $2";
constexpr std::string_view MarkCounted =
    "UPDATE stock.level SET counted = true, item_order = (SELECT lower(i.name) FROM stock.item i"
    " WHERE i.company_id = $1 AND i.id = $2) WHERE company_id = $1 AND item_id = $2 AND NOT counted";
constexpr std::string_view Places = "SELECT location_id, min(since) FROM stock.level WHERE company_id = $1"
                                    " AND item_id = $2 AND counted GROUP BY location_id ORDER BY location_id";

// Never before what was known last: the instants of movements and of changes of the item are those of calls,
// which may wait for each other.
constexpr std::string_view BeginLow =
    "INSERT INTO stock.low_span (company_id, item_id, since) SELECT $1::uuid, $2::uuid,"
    " greatest($3::timestamptz, (SELECT max(until) FROM stock.low_span WHERE company_id = $1 AND item_id = "
    "$2))"
    " ON CONFLICT (company_id, item_id, since) DO UPDATE SET until = 'infinity' RETURNING since";
constexpr std::string_view EndLow =
    "UPDATE stock.low_span SET until = greatest($3, since)"
    " WHERE company_id = $1 AND item_id = $2 AND until = 'infinity' RETURNING until";
constexpr std::string_view LowSince =
    "SELECT since FROM stock.low_span WHERE company_id = $1 AND item_id = $2 AND until = 'infinity'";
// All that an item is to the tally of places that became or ceased to be low.
constexpr std::string_view LowChanges =
    "SELECT p.location_id, (e.at AT TIME ZONE 'UTC')::date, sum(e.n)::bigint"
    " FROM (SELECT location_id, min(since) AS since FROM stock.level WHERE company_id = $1 AND item_id = $2"
    " AND counted GROUP BY location_id) p"
    " JOIN stock.low_span s ON s.company_id = $1 AND s.item_id = $2 AND p.since < s.until"
    " CROSS JOIN LATERAL (VALUES (greatest(s.since, p.since), 1), (s.until, -1)) AS e (at, n)"
    " WHERE e.at < 'infinity' GROUP BY 1, 2 HAVING sum(e.n) <> 0 ORDER BY 1, 2";

TallyRow itemRow(bool archived, bool service, std::string_view category, bool low) {
    TallyRow row;
    row.by = {tallyFlag(archived), tallyFlag(service), std::string(category), tallyFlag(low), ""};
    return row;
}

TallyRow itemRow(const Item& item) {
    return itemRow(item.archived, item.service, item.category.value_or(""), isLow(item));
}

/// What the words of an item find it as: see itemTerms.
DocumentShare shareOf(const TallyRow& row, bool tracked, std::int64_t places) {
    DocumentShare share;
    share.states = {row.by[0], row.by[1], row.by[2], row.by[3], tallyFlag(tracked)};
    share.sums[0] = places;
    return share;
}

TallyRow placeRow(const Uuid& location, Instant since, bool low) {
    TallyRow row;
    row.date = since.utcDate();
    row.by = {location.toString(), tallyFlag(low), "", "", ""};
    return row;
}

/// An item as a statement above returns it.
struct ItemFacts {
    explicit ItemFacts(const Row& row)
        : archived(row.boolean(0)), service(row.boolean(1)), category(row.optionalText(2).value_or("")),
          tracked(row.boolean(3)), low(row.boolean(4)), places(row.integer(5)) {}

    /// Does the list of stock show it?
    bool listed() const { return tracked && !archived; }
    TallyRow row(bool asLow) const { return itemRow(archived, service, category, asLow); }
    DocumentShare share(bool asLow, std::int64_t ofPlaces) const {
        return shareOf(row(asLow), tracked, ofPlaces);
    }

    bool archived;
    bool service;
    std::string category;
    bool tracked;
    bool low;
    std::int64_t places;
};

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

TallyRow lowRow(const Uuid& location, Date date, std::int64_t documents) {
    TallyRow row;
    row.date = date;
    row.by = {location.toString(), "", "", "", ""};
    row.documents = documents;
    return row;
}

/// Keeps that an item becomes or ceases to be low; since when.
Instant keepLow(Call& call, const Uuid& item, bool low, Instant at) {
    const Rows rows = call.db().query(low ? BeginLow : EndLow, call.companyId(), item, at);
    return rows.empty() ? at : rows[0].instant(0);
}

/// Counts that the places of an item become or cease to be those of a low one.
void countLow(Call& call, const Uuid& item, bool low, Instant at) {
    for (const Row row : call.db().query(Places, call.companyId(), item)) {
        const Instant from = std::max(at, row.instant(1));
        LowTally.add(call, lowRow(row.uuid(0), from.utcDate(), low ? 1 : -1));
    }
}

/// Counts all such changes of an item that the list shows from now on (1) or not any more (-1).
void countLowChanges(Call& call, const Uuid& item, std::int64_t sign) {
    for (const Row row : call.db().query(LowChanges, call.companyId(), item)) {
        LowTally.add(call, lowRow(row.uuid(0), row.date(1), sign * row.integer(2)));
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
    if (isLow(item)) {
        call.db().send(BeginLow, call.companyId(), item.id, item.createdAt);
    }
}

void recountItem(Call& call, const Item& before, const Item& after) {
    ItemTally.move(call, itemRow(before), itemRow(after));
    if (itemRow(before).by != itemRow(after).by || before.trackStock != after.trackStock) {
        const std::int64_t places = call.db().query(PlacesOf, call.companyId(), after.id)[0].integer(0);
        itemTerms().counts().moved(call, after.id, shareOf(itemRow(before), before.trackStock, places),
                                   shareOf(itemRow(after), after.trackStock, places));
    }
    const std::optional<bool> was = listedAs(before);
    const std::optional<bool> is = listedAs(after);
    movePlaces(call, after.id, was, is);
    if (was && !is) {
        countLowChanges(call, after.id, -1);
    }
    if (const bool low = isLow(after); low != isLow(before)) {
        const Instant at = keepLow(call, after.id, low, call.now());
        if (was && is) {
            countLow(call, after.id, low, at);
        }
    }
    if (is && !was) {
        countLowChanges(call, after.id, 1);
    }
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
        const auto fresh = std::count_if(places.begin(), places.end(),
                                         [](const auto& place) { return !place.second.first; });
        const Rows facts = call.db().query(CountPlaces, call.companyId(), item.id, fresh);
        const ItemFacts now(facts[0]);
        itemTerms().counts().moved(call, item.id, now.share(now.low, now.places - fresh),
                                   now.share(now.low, now.places));
        const bool listed = now.listed();
        const bool low = now.low;
        std::optional<Instant> lowSince;
        if (listed && low) {
            lowSince = call.db().query(LowSince, call.companyId(), item.id)[0].instant(0);
        }
        for (const auto& [location, place] : places) {
            if (place.first || !listed) {
                continue;
            }
            PlaceTally.add(call, placeRow(location, place.second, low));
            if (lowSince) {
                const Instant from = std::max(*lowSince, place.second);
                LowTally.add(call, lowRow(location, from.utcDate(), 1));
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
        const ItemFacts now(rows[0]);
        ItemTally.move(call, now.row(!low), now.row(low));
        itemTerms().counts().moved(call, item.id, now.share(!low, now.places), now.share(low, now.places));
        const Instant at = keepLow(call, item.id, low, item.movedAt.value_or(call.now()));
        if (now.listed()) {
            movePlaces(call, item.id, !low, low);
            countLow(call, item.id, low, at);
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
