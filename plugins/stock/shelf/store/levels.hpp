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
    bool lots = false;                 ///< each row with its lots, of the present alone
    std::optional<Instant> at{};       ///< a past state; reservations are not kept in time and read 0 there
};

struct LevelPage {
    std::vector<api::StockLevel> rows;
    std::int64_t count = 0; ///< of all that match, at most ListMost + 1
};

/// Stock by item and location, by name of the item. The value of an item is spread over its locations so that
/// the rows add up to it.
LevelPage listLevels(Call& call, const LevelFilter& filter, const ArrayPage& bounds);

} // namespace svc::stock
