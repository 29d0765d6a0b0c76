#pragma once

#include <cstdint>
#include <string>

#include <svc/period.hpp>

#include "bindings.hpp"

namespace svc::ledger {

/// The day on which fiscal years of the company begin, as `01-01`.
std::string startOfYears(Call& call);
/// Does the lock of the company cover the whole year?
bool isLocked(Call& call, const Period& year);
/// How many entries are dated in the year.
std::int64_t entriesIn(Call& call, const Period& year);

/// The year as lists and its closing show it.
template <class Record>
Record recordOf(Call& call, const Period& year) {
    using State = decltype(Record::state);
    return {.year = year.from.year(),
            .from = year.from,
            .to = year.to,
            .entries = entriesIn(call, year),
            .state = isLocked(call, year) ? State::Locked : State::Open};
}

} // namespace svc::ledger
