#pragma once

#include <cstdint>
#include <optional>

#include <records.hpp>

namespace svc::sales {

/// The schedule of a recurring sale. Every occurrence is computed from the first one, so the 31st of January
/// does not become the 28th of every month after February.
struct Recurrence {
    api::RecurringUnit every{};
    std::int64_t interval = 1;
    std::int64_t dayOfMonth = 1; ///< of months and years; in a shorter month its last day
    Date startsOn{};
    std::optional<Date> endsOn{};

    bool operator==(const Recurrence&) const = default;
};

/// Does the schedule use a day of the month? Days and weeks do not.
inline bool hasDayOfMonth(api::RecurringUnit every) {
    return every == api::RecurringUnit::Month || every == api::RecurringUnit::Year;
}

/// The first occurrence on or after `from`; nothing when it would be after `endsOn`.
std::optional<Date> nextOccurrence(const Recurrence& recurrence, Date from);

} // namespace svc::sales
