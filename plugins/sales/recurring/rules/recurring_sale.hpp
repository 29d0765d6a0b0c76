#pragma once

#include <string>

#include "recurring/rules/recurrence.hpp"

namespace svc::sales {

/// A sale that is made again and again. `status`, `lastError` and `dayOfMonth` are filled in where it is
/// shown.
struct RecurringSale : api::RecurringSale {
    RecurringSale() {
        state = api::RecurringSaleState::Active;
        interval = 1;
        version = 1;
    }

    std::int64_t day = 1; ///< of the month, also where days and weeks have no use for it
    // Why the sale that is due could not be made, at the last try: the code of the refusal.
    std::optional<Instant> failedAt{};
    std::optional<std::string> failure{};
};

/// Sets `nextOn` to the first occurrence on or after `from`; ends it when there is none, or when there are
/// enough.
void schedule(RecurringSale& sale, Date from);

} // namespace svc::sales
