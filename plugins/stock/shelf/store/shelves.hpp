#pragma once

#include <string>
#include <vector>

#include "shelf/rules/shelf.hpp"

namespace svc::stock {

/// Where a movement comes from.
struct MovementSource {
    api::MovementReason reason{};
    std::string documentKind{};
    std::string documentId{};
    std::optional<std::string> note{};
};

/// Makes sure that the places to which goods come exist, so that they can be locked.
void ensureLevels(Call& call, const std::vector<GoodsLine>& lines);

/// Queues the lock of the stock of items, in the order of their ids. Whoever makes a service, an untracked
/// item or a parent of one holds it: what is read of the items behind it stays until the transaction ends.
void lockStock(Call& call, const std::vector<ItemId>& ids);
/// Queues the lock: lockShelf of the same lines finds it taken by the next round trip.
void lockShelfAhead(Call& call, const std::vector<GoodsLine>& lines);
/// Locks the stock of the items, in the order of their ids, until the end of the transaction. Items without
/// any level are not on the shelf.
Shelf lockShelf(Call& call, const std::vector<GoodsLine>& lines);

/// Queues what has changed on the shelf, and its movements.
void saveShelf(Call& call, const Shelf& shelf, const std::vector<Movement>& movements,
               const MovementSource& source);

/// Queues the costs of goods bought as the last purchase costs of their items, whose stock is locked.
void saveLastCosts(Call& call, const std::vector<GoodsLine>& lines);

/// Facts of items, without their levels and without a lock; unknown ids are left out.
std::vector<ShelfItem> readShelfItems(Call& call, const std::vector<ItemId>& ids);

} // namespace svc::stock
