#pragma once

#include <string>
#include <vector>

#include "bindings.hpp"
#include "shelf/rules/shelf.hpp"

namespace svc::stock {

/// The origin of a movement.
struct MovementSource {
    api::MovementReason reason{};
    std::string documentKind{};
    std::string documentId{};
    std::optional<std::string> note{};
};

/// Creates missing levels of incoming goods, so that they can be locked.
void ensureLevels(Call& call, const std::vector<GoodsLine>& lines);

/// Queues the lock of the stock of items, in the order of their ids. Making an item a service, untracked or a
/// parent takes the same lock, so these facts hold until the end of the transaction if read afterwards.
void lockStock(Call& call, const std::vector<ItemId>& ids);
/// Queues the lock in the next round trip; a following lockShelf() of the same lines finds it taken.
void lockShelfAhead(Call& call, const std::vector<GoodsLine>& lines);
/// Locks the stock of the items, in the order of their ids, until the end of the transaction. Items without
/// levels are not included.
Shelf lockShelf(Call& call, const std::vector<GoodsLine>& lines);

/// Queues the changes of the stock, and its movements.
void saveShelf(Call& call, const Shelf& shelf, const std::vector<Movement>& movements,
               const MovementSource& source);

/// Queues the last purchase costs of items, whose stock is locked.
void saveLastCosts(Call& call, const std::vector<GoodsLine>& lines);

/// Facts of items, without levels and locks; unknown ids are omitted.
std::vector<ShelfItem> readShelfItems(Call& call, const std::vector<ItemId>& ids);

} // namespace svc::stock
