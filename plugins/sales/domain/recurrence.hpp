#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <svc/date.hpp>

namespace svc::sales {

/// When a recurring sale is made. Every occurrence is computed from the first one, so the 31st of January
/// does not become the 28th of every month after February.
struct Recurrence {
    std::string every; ///< day, week, month or year
    int interval = 1;
    int dayOfMonth = 1; ///< of months and years; in a shorter month its last day
    Date startsOn;
    std::optional<Date> endsOn;

    bool hasDayOfMonth() const { return every == "month" || every == "year"; }
};

/// The first occurrence on or after `from`; nothing when it would be after `endsOn`.
std::optional<Date> nextOccurrence(const Recurrence& recurrence, Date from);

} // namespace svc::sales
