#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <records.hpp>

#include "shelf/rules/valuation.hpp"

namespace svc::stock {

/// The stock of an item at one location, of one lot.
struct Level {
    LocationId locationId;
    std::string lot; ///< empty for items that are not tracked by lot
    Decimal quantity;
    Decimal reserved;
    bool named = true;     ///< has the item's name, the sort key for lists of a location
    bool archived = false; ///< its location is archived
    Decimal quantityBefore;
    Decimal reservedBefore;

    Decimal available() const { return quantity - reserved; }
};

/// An item whose stock is locked by the running transaction.
struct ShelfItem {
    ItemId id;
    std::string name;
    std::optional<std::string> sku;
    std::optional<Decimal> alertThreshold;
    bool trackStock = true;
    bool trackLots = false;
    bool isParent = false;
    bool archived = false;
    Decimal cost;
    Valuation valuation;
    Decimal quantityBefore;
    std::int64_t sequence = 0;      ///< number of movements so far
    std::optional<Instant> movedAt; ///< instant of the last movement
    std::vector<Level> levels;
};

/// One line of moving goods. Quantities are positive in both directions.
struct GoodsLine {
    std::string field; ///< path of the line in the request, for error codes: lines[0]
    ItemId itemId;
    LocationId locationId;
    Decimal quantity;
    std::optional<std::string> lot;
    std::optional<Decimal> unitCost; ///< of incoming goods; none: the current average
    std::optional<Date> expiresOn;   ///< of the incoming lot, if known
    bool incoming = false;
    bool lotTracked = false; ///< quantities of the item are kept per lot
};

/// A movement to be recorded.
struct Movement {
    StockMovementId id;
    ItemId itemId;
    LocationId locationId;
    std::optional<std::string> lot;
    Decimal quantity; ///< negative for outgoing goods
    Decimal quantityAfter;
    Decimal unitCost;
    std::int64_t value = 0;
    Decimal averageAfter;
    std::int64_t sequence = 0;
    Instant at;
};

/// The locked stock of some items: checks and applies a document in memory. The store loads it before and
/// writes the differences afterwards.
class Shelf {
public:
    void add(ShelfItem item);
    const ShelfItem* find(ItemId itemId) const;
    const std::vector<ShelfItem>& items() const noexcept { return items_; }

    /// Refuses the first outgoing line that exceeds the available quantity:
    /// insufficient-stock:<item>:<available>, with the availability before the document. Lines for the same
    /// place are added up.
    void requireAvailable(const std::vector<GoodsLine>& lines) const;

    /// Refuses goods of an archived location with field-required:locationId: documents that name one are
    /// refused before, so it is a default, which counts as none.
    void requireOpen(const std::vector<GoodsLine>& lines) const;

    /// Applies a line, incoming or outgoing.
    Movement move(const GoodsLine& line, Instant now);
    void reserve(const GoodsLine& line);
    /// Releases a reservation, at most the reserved quantity.
    void release(const GoodsLine& line);

private:
    Movement take(const GoodsLine& line, Instant now);
    Movement put(const GoodsLine& line, Instant now);
    ShelfItem& item(ItemId itemId);
    static Level& level(ShelfItem& item, const GoodsLine& line);
    static Decimal quantityAt(const ShelfItem& item, LocationId locationId);
    static Movement record(ShelfItem& item, const GoodsLine& line, Instant now);

    std::vector<ShelfItem> items_;
    std::map<ItemId, std::size_t> positions_;
};

/// Does the total quantity of an item over all locations fall below its threshold with this change?
bool becomesLow(const Decimal& before, const Decimal& after, const std::optional<Decimal>& threshold);

} // namespace svc::stock
