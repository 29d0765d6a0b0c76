#pragma once

#include <optional>
#include <vector>

#include <bindings.hpp>

namespace svc::stock {

/// A place that holds stock.
using Location = api::Location;

struct LocationPage {
    std::vector<Location> locations;
    std::int64_t total = 0;
};

LocationPage findLocations(Call& call, const api::ListLocationsParameters& parameters);
std::optional<Location> readLocation(Call& call, LocationId id);
std::optional<Location> lockLocation(Call& call, LocationId id);
void insertLocation(Call& call, const Location& location);
void updateLocation(Call& call, const Location& location);

/// The facts of a business unit, or of the company's default one; nothing when it does not exist.
std::optional<Json> businessUnitFacts(Call& call, const std::optional<BusinessUnitId>& id);

/// The default location of a business unit, or of the company's default unit: the one that it names, else its
/// oldest that is not archived; nothing when it has none.
std::optional<Location> defaultLocation(Call& call, const std::optional<BusinessUnitId>& businessUnitId = {});

} // namespace svc::stock
