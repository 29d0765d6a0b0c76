/// @file The location whose stock a document moves.
#pragma once

#include <utility>

#include <svc/call.hpp>
#include <svc/id.hpp>

namespace svc::trade {

/// The named location; refuses with `location-not-found`, also without the module stock. `Find` is the
/// plugin's own generated caller, calls::stock::location.
template <auto Find>
auto requireLocation(Call& call, PrefixedId<"loc"> id, PrefixedId<"bus"> businessUnit) {
    if (!call.offers("stock.location")) {
        throw ApiError(404, "location-not-found");
    }
    auto location = Find(call, {.id = id, .businessUnitId = businessUnit});
    if (!location) {
        throw ApiError(404, "location-not-found");
    }
    return *std::move(location);
}

} // namespace svc::trade
