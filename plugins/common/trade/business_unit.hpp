/// @file The business unit that a sale or a purchase belongs to.
#pragma once

#include <optional>
#include <string>

#include <svc/call.hpp>
#include <svc/id.hpp>

namespace svc::trade {

struct BusinessUnit {
    PrefixedId<"bus"> id{};
    std::string name{};
    std::optional<PrefixedId<"loc">> defaultLocationId{};
    bool archived = false;
    Json facts{}; ///< as Call::businessUnit gives them
};

/// The named one or the company's default one; nothing when there is none.
std::optional<BusinessUnit> findBusinessUnit(Call& call, const std::optional<PrefixedId<"bus">>& id);

} // namespace svc::trade
