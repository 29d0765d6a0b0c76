#include "recurring/rules/recurrence.hpp"

#include <algorithm>

namespace svc::sales {
namespace {

constexpr int DaysOfWeek = 7;
constexpr int MonthsOfYear = 12;

/// The given day in the month of `month`, or its last day.
Date dayIn(Date month, std::int64_t day) {
    return std::min(month.firstOfMonth().addDays(day - 1), month.lastOfMonth());
}

Date byDays(const Recurrence& recurrence, Date from) {
    const std::int64_t step =
        recurrence.interval * (recurrence.every == api::RecurringUnit::Week ? DaysOfWeek : 1);
    const std::int64_t passed = std::max<std::int64_t>(from.days() - recurrence.startsOn.days(), 0);
    return recurrence.startsOn.addDays((passed + step - 1) / step * step);
}

Date byMonths(const Recurrence& recurrence, Date from) {
    const int unit = recurrence.every == api::RecurringUnit::Year ? MonthsOfYear : 1;
    Date first = recurrence.startsOn.firstOfMonth();
    if (dayIn(first, recurrence.dayOfMonth) < recurrence.startsOn) {
        first = first.addMonths(unit);
    }
    const int step = static_cast<int>(recurrence.interval) * unit;
    const int passed = (from.year() - first.year()) * MonthsOfYear + from.month() - first.month();
    int months = std::max(passed / step, 0) * step;
    if (dayIn(first.addMonths(months), recurrence.dayOfMonth) < from) {
        months += step;
    }
    return dayIn(first.addMonths(months), recurrence.dayOfMonth);
}

} // namespace

std::optional<Date> nextOccurrence(const Recurrence& recurrence, Date from) {
    const Date date = hasDayOfMonth(recurrence.every) ? byMonths(recurrence, from) : byDays(recurrence, from);
    return recurrence.endsOn && date > *recurrence.endsOn ? std::nullopt : std::optional(date);
}

} // namespace svc::sales
