#pragma once

#include <optional>
#include <string>
#include <vector>

#include <svc/call.hpp>
#include <svc/http.hpp>

#include "domain/shelf.hpp"
#include "store/shelves.hpp"

namespace svc::stock {

struct MovementFilter {
    InstantRange range;
    std::optional<Uuid> itemId;
    std::optional<Uuid> locationId;
    std::vector<std::string> reasons;
};

struct MovementPage {
    Json records = Json::array();
    std::int64_t total = 0;
};

/// Newest first.
MovementPage listMovements(Call& call, const MovementFilter& filter, const ArrayPage& page);

/// A movement as the API shows it.
Json movementRecord(const Movement& movement, const MovementSource& source, Json actor);

} // namespace svc::stock
