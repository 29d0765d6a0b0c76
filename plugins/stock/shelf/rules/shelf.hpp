#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <bindings.hpp>

#include "shelf/rules/valuation.hpp"

namespace svc::stock {

/// What lies at one place, of one lot.
struct Level {
    LocationId locationId;
    std::string lot; ///< empty for items that are not tracked by lot
    Decimal quantity;
    Decimal reserved;
    bool named = true; ///< has the name of its item, by which the list of a place is in order
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
    std::int64_t sequence = 0;      ///< movements so far
    std::optional<Instant> movedAt; ///< instant of the last movement
    std::vector<Level> levels;
};

/// One line of goods that move. Quantities are above zero, whether they come or go.
struct GoodsLine {
    std::string field; ///< path of the line in the caller's body, for error codes: lines[0]
    ItemId itemId;
    LocationId locationId;
    Decimal quantity;
    std::optional<std::string> lot;
    std::optional<Decimal> unitCost; ///< of goods that come in; none: the current average
    std::optional<Date> expiresOn;   ///< of the lot that comes in, when it is known
    bool incoming = false;
    bool lotTracked = false; ///< quantities of the item are kept per lot
};

/// A movement as it is recorded.
struct Movement {
    StockMovementId id;
    ItemId itemId;
    LocationId locationId;
    std::optional<std::string> lot;
    Decimal quantity; ///< below zero when goods leave
    Decimal quantityAfter;
    Decimal unitCost;
    std::int64_t value = 0;
    Decimal averageAfter;
    std::int64_t sequence = 0;
    Instant at;
};

/// The locked stock of some items: judges and carries out what a document does with them, in memory. The
/// store reads it before and writes the differences after.
class Shelf {
public:
    void add(ShelfItem item);
    const ShelfItem* find(ItemId itemId) const;
    const std::vector<ShelfItem>& items() const noexcept { return items_; }

    /// Refuses the first outgoing line that wants more than is available:
    /// insufficient-stock:<item>:<available>, the availability being that before the document. Lines that
    /// name one place together count together.
    void requireAvailable(const std::vector<GoodsLine>& lines) const;

    /// Carries out a line, whichever its direction.
    Movement move(const GoodsLine& line, Instant now);
    void reserve(const GoodsLine& line);
    /// Gives back what was reserved, never more than that.
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

/// Does the quantity of an item, all locations together, fall below its threshold with this change?
bool becomesLow(const Decimal& before, const Decimal& after, const std::optional<Decimal>& threshold);

} // namespace svc::stock
