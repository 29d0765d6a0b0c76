#pragma once

#include <optional>
#include <string>
#include <vector>

#include <bindings.hpp>

namespace svc::stock {

struct LevelFilter {
    std::optional<ItemId> itemId{};
    std::optional<LocationId> locationId{};
    std::optional<BusinessUnitId> businessUnitId{};
    std::optional<bool> low{};
    bool archived = false;             ///< archived items instead of the active ones; itemId finds both
    std::optional<std::string> text{}; ///< the filter `q`
    bool lots = false;                 ///< adds the lots to each row; current state only
    std::optional<Instant> at{};       ///< a past state; reservations have no history and are 0 there
};

struct LevelPage {
    std::vector<api::StockLevel> rows;
    std::int64_t count = 0; ///< of all matches, at most ListMost + 1
};

/// Stock by item and location, ordered by name of the item. The value of an item is allocated to its
/// locations so that the rows add up to it.
LevelPage listLevels(Call& call, const LevelFilter& filter, const ArrayPage& bounds);

} // namespace svc::stock
