#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bindings.hpp"
#include "rules/stay.hpp"

namespace svc::stays {

/// Queues a new stay and occupies its nights; `unit-occupied` when one of them is occupied already.
void insertStay(Call& call, const Stay& stay);

std::optional<Stay> findStay(Call& call, StayId id);
/// The same, locked until the commit.
std::optional<Stay> lockStay(Call& call, StayId id);

/// Queues the state and data of the locked stay. Increments the version.
void updateStay(Call& call, Stay& stay);

/// Queues that the nights from this one on are free.
void freeNights(Call& call, const Stay& stay, Date from);

struct StayPage {
    std::vector<Stay> stays;
    std::int64_t count = 0; ///< of all matches, at most ListMost + 1
};
/// Newest arrival first.
StayPage findStays(Call& call, const api::ListStaysParameters& parameters);

} // namespace svc::stays
