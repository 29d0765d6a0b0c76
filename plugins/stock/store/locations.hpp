#pragma once

#include <optional>
#include <string>
#include <vector>

#include <svc/call.hpp>
#include <svc/http.hpp>

namespace svc::stock {

/// A place that holds stock.
struct Location {
    Uuid id;
    std::string name;
    Uuid businessUnitId;
    std::string kind = "shop";
    bool archived = false;
    std::int64_t version = 1;
    Instant createdAt;
    Instant updatedAt;
    std::optional<std::string> createdByKind;
    std::optional<Uuid> createdById;
};

struct LocationPage {
    std::vector<Location> locations;
    std::int64_t total = 0;
};

LocationPage listLocations(Call& call, bool archived, const ArrayPage& page);
std::optional<Location> readLocation(Call& call, const Uuid& id);
std::optional<Location> lockLocation(Call& call, const Uuid& id);
/// The oldest location of a business unit that is not archived.
std::optional<Location> firstLocation(Call& call, const Uuid& businessUnitId);
void insertLocation(Call& call, const Location& location);
void updateLocation(Call& call, const Location& location);

/// The default location of a business unit, or of the company's default unit; nothing when it has none.
std::optional<Location> defaultLocation(Call& call, std::optional<std::string_view> businessUnitId);

Json locationRecord(const Location& location);

} // namespace svc::stock
