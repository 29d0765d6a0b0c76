/// @file Splits a period into the days and months for which the host keeps counters.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include <svc/date.hpp>

namespace svc::detail {

/// A period as whole months plus the days before and after them. The end of each span is exclusive.
struct ListPeriod {
    struct Span {
        Date first = Date::parse("0001-01-01").value();
        Date end = Date::parse("0001-01-01").value();
    };
    /// A span of day or month counters that is added to the sum or subtracted from it.
    struct Part {
        Span span;
        char grain = 'm';
        bool added = true;
    };
    Span months;
    Span before;
    Span after;

    ListPeriod(std::optional<Date> from, std::optional<Date> to) {
        // No record is dated that late, and there is no day after the last one of the calendar.
        const Date last = Date::parse("9999-11-30").value();
        from = from ? std::optional(std::min(*from, last)) : from;
        to = to ? std::optional(std::min(*to, last)) : to;
        months.end = Date::parse("9999-12-01").value();
        if (from) {
            months.first = *from == from->firstOfMonth() ? *from : from->lastOfMonth().addDays(1);
        }
        if (to) {
            months.end = *to == to->lastOfMonth() ? to->addDays(1) : to->firstOfMonth();
        }
        // A period within one month has no whole month: the span `before` holds all of its days.
        months.end = std::max(months.end, months.first);
        if (from) {
            before = {*from, to ? std::min(months.first, to->addDays(1)) : months.first};
        }
        if (to) {
            after = {months.end, std::max(to->addDays(1), months.end)};
        }
    }

    /// The parts to sum, with as few day counters as possible: when a month is nearly covered, the month is
    /// added and its other days are subtracted.
    std::vector<Part> parts() const {
        Span whole = months;
        std::vector<Part> days;
        if (before.first < before.end) {
            const Date month = before.first.firstOfMonth();
            const bool toTheEnd = before.end == months.first;
            if (toTheEnd && before.first.days() - month.days() < before.end.days() - before.first.days()) {
                whole.first = month;
                days.push_back({{month, before.first}, 'd', false});
            } else {
                days.push_back({before, 'd', true});
            }
        }
        if (after.first < after.end) {
            const Date next = after.first.lastOfMonth().addDays(1);
            if (next.days() - after.end.days() < after.end.days() - after.first.days()) {
                whole.end = next;
                days.push_back({{after.end, next}, 'd', false});
            } else {
                days.push_back({after, 'd', true});
            }
        }
        days.push_back({whole, 'm', true});
        return days;
    }
};

} // namespace svc::detail
