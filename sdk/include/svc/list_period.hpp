/// @file A period as the days and months that counts are kept by.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include <svc/date.hpp>

namespace svc::detail {

/// A period as whole months and the days before and after them; ends are excluded.
struct ListPeriod {
    struct Span {
        Date first = Date::parse("0001-01-01").value();
        Date end = Date::parse("0001-01-01").value();
    };
    /// A span of one grain that is added to the sum, or taken from it.
    struct Part {
        Span span;
        char grain = 'm';
        bool added = true;
    };
    Span months;
    Span before;
    Span after;

    ListPeriod(std::optional<Date> from, std::optional<Date> to) {
        // Nothing is that late, and the day behind the last one of the calendar does not exist.
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
        // A period within a month: the days before the next one are all of it.
        months.end = std::max(months.end, months.first);
        if (from) {
            before = {*from, to ? std::min(months.first, to->addDays(1)) : months.first};
        }
        if (to) {
            after = {months.end, std::max(to->addDays(1), months.end)};
        }
    }

    /// The same with as few days as there can be: of a month that is nearly whole the other days are taken
    /// away.
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
