#pragma once

#include <string>

#include "recurring/rules/recurrence.hpp"

namespace svc::sales {

/// A sale that is created repeatedly. `status`, `lastError` and `dayOfMonth` are set only for display.
struct RecurringSale : api::RecurringSale {
    RecurringSale() {
        state = api::RecurringSaleState::Active;
        interval = 1;
        version = 1;
    }

    std::int64_t day = 1; ///< of the month; unused for days and weeks
    // Instant and reason (code of the refusal) of the last failed attempt to create the due sale.
    std::optional<Instant> failedAt{};
    std::optional<std::string> failure{};
};

Recurrence recurrenceOf(const RecurringSale& sale);

/// Sets `nextOn` to the first occurrence on or after `from`; ends the sale when there is none, or when the
/// number of occurrences is reached.
void schedule(RecurringSale& sale, Date from);

} // namespace svc::sales
