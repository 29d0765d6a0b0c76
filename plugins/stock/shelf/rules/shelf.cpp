#include "shelf/rules/shelf.hpp"

#include <algorithm>
#include <tuple>

#include <svc/rounding.hpp>

namespace svc::stock {

namespace {

/// The lot under which a line's quantity is kept.
std::string lotOf(const ShelfItem& item, const GoodsLine& line) {
    return item.trackLots ? line.lot.value_or("") : std::string();
}

} // namespace

bool becomesLow(const Decimal& before, const Decimal& after, const std::optional<Decimal>& threshold) {
    return threshold && before >= *threshold && after < *threshold;
}

void Shelf::add(ShelfItem item) {
    item.quantityBefore = item.valuation.quantity();
    for (Level& level : item.levels) {
        level.quantityBefore = level.quantity;
        level.reservedBefore = level.reserved;
    }
    positions_[item.id] = items_.size();
    items_.push_back(std::move(item));
}

const ShelfItem* Shelf::find(ItemId itemId) const {
    const auto found = positions_.find(itemId);
    return found == positions_.end() ? nullptr : &items_[found->second];
}

ShelfItem& Shelf::item(ItemId itemId) {
    const auto found = positions_.find(itemId);
    if (found == positions_.end()) {
        throw Fault("the stock of an item is changed that is not locked");
    }
    return items_[found->second];
}

Level& Shelf::level(ShelfItem& item, const GoodsLine& line) {
    const std::string lot = lotOf(item, line);
    const auto found = std::find_if(item.levels.begin(), item.levels.end(), [&](const Level& level) {
        return level.locationId == line.locationId && level.lot == lot;
    });
    if (found == item.levels.end()) {
        throw Fault("a stock level is changed that is not locked");
    }
    return *found;
}

Decimal Shelf::quantityAt(const ShelfItem& item, LocationId locationId) {
    Decimal quantity;
    for (const Level& level : item.levels) {
        if (level.locationId == locationId) {
            quantity += level.quantity;
        }
    }
    return quantity;
}

void Shelf::requireOpen(const std::vector<GoodsLine>& lines) const {
    for (const GoodsLine& line : lines) {
        const ShelfItem* item = find(line.itemId);
        if (item != nullptr && std::any_of(item->levels.begin(), item->levels.end(), [&](const Level& level) {
                return level.locationId == line.locationId && level.archived;
            })) {
            throw fieldRequired("locationId");
        }
    }
}

void Shelf::requireAvailable(const std::vector<GoodsLine>& lines) const {
    std::map<std::tuple<ItemId, LocationId, std::string>, Decimal> wanted;
    for (const GoodsLine& line : lines) {
        if (line.incoming) {
            continue;
        }
        const ShelfItem* item = find(line.itemId);
        Decimal available;
        std::string lot;
        if (item != nullptr) {
            lot = lotOf(*item, line);
            for (const Level& level : item->levels) {
                if (level.locationId == line.locationId && level.lot == lot) {
                    available = level.available();
                }
            }
        }
        Decimal& sum = wanted[{line.itemId, line.locationId, lot}];
        sum += line.quantity;
        if (sum > available) {
            throw ApiError(400, "insufficient-stock", {line.itemId.toString(), available.toString()});
        }
    }
}

Movement Shelf::record(ShelfItem& item, const GoodsLine& line, Instant now) {
    // The instants of an item's movements never decrease, so that every past state is a prefix of its
    // movements.
    const Instant at = item.movedAt && *item.movedAt > now ? *item.movedAt : now;
    item.movedAt = at;
    Movement movement;
    movement.itemId = item.id;
    movement.locationId = line.locationId;
    // Movements of items without lot tracking have no lot, whatever the caller passes.
    movement.lot = item.trackLots ? line.lot : std::nullopt;
    movement.sequence = ++item.sequence;
    movement.at = at;
    movement.averageAfter = item.valuation.average();
    movement.quantityAfter = quantityAt(item, line.locationId);
    return movement;
}

Movement Shelf::move(const GoodsLine& line, Instant now) {
    return line.incoming ? put(line, now) : take(line, now);
}

Movement Shelf::take(const GoodsLine& line, Instant now) {
    ShelfItem& item = this->item(line.itemId);
    level(item, line).quantity -= line.quantity;
    const std::int64_t value = item.valuation.take(line.quantity);
    Movement movement = record(item, line, now);
    movement.quantity = -line.quantity;
    movement.unitCost = item.valuation.average();
    movement.value = value;
    return movement;
}

Movement Shelf::put(const GoodsLine& line, Instant now) {
    ShelfItem& item = this->item(line.itemId);
    const Decimal unitCost = line.unitCost.value_or(item.valuation.average());
    // The cost of a whole unit, which is kept, may be beyond the range although a fraction of it is not.
    if (unitCost > Decimal(MaxMinor)) {
        throw fieldInvalid(line.field + ".quantity");
    }
    std::int64_t value = 0;
    try {
        value = item.valuation.put(line.quantity, unitCost);
    } catch (const DecimalError&) {
        throw fieldInvalid(line.field + ".quantity");
    }
    level(item, line).quantity += line.quantity;
    Movement movement = record(item, line, now);
    movement.quantity = line.quantity;
    movement.unitCost = unitCost;
    movement.value = value;
    return movement;
}

void Shelf::reserve(const GoodsLine& line) {
    level(item(line.itemId), line).reserved += line.quantity;
}

void Shelf::release(const GoodsLine& line) {
    Level& place = level(item(line.itemId), line);
    place.reserved -= std::min(place.reserved, line.quantity);
}

} // namespace svc::stock
