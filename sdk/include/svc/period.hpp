/// @file Named periods of reports (API definitions 13).
#pragma once

#include <charconv>
#include <optional>
#include <string>
#include <string_view>

#include <svc/date.hpp>

namespace svc {

/// A period of a report; both days are inclusive.
struct Period {
    Date from;
    Date to;

    bool operator==(const Period&) const = default;
    /// The preceding period of the same length: as many whole months for a period of whole months (December
    /// before January, 2025 before 2026), else as many days.
    Period previous() const {
        if (from.day() == 1 && to.addDays(1).day() == 1) {
            const int months = 12 * (to.year() - from.year()) + to.month() - from.month() + 1;
            return {from.addMonths(-months), from.addDays(-1)};
        }
        const std::int32_t days = to.daysSince(from) + 1;
        return {from.addDays(-days), from.addDays(-1)};
    }
};

namespace detail {

inline std::optional<int> periodNumber(std::string_view text) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

inline Period wholeMonths(Date first, int months) {
    return {first, first.addMonths(months).addDays(-1)};
}

inline std::optional<Period> namedPeriod(std::string_view text, Date today) {
    const Date month = today.firstOfMonth();
    if (text == "today") {
        return Period{today, today};
    }
    if (text == "yesterday") {
        return Period{today.addDays(-1), today.addDays(-1)};
    }
    if (text == "week") {
        const Date monday = today.addDays(1 - today.weekday());
        return Period{monday, monday.addDays(6)};
    }
    if (text == "month") {
        return wholeMonths(month, 1);
    }
    if (text == "quarter") {
        return wholeMonths(month.addMonths(-((today.month() - 1) % 3)), 3);
    }
    if (text == "year") {
        return wholeMonths(month.addMonths(1 - today.month()), 12);
    }
    if (text == "last30days") {
        return Period{today.addDays(-29), today};
    }
    return std::nullopt;
}

inline std::optional<Period> writtenPeriod(std::string_view text) {
    if (const std::size_t dots = text.find(".."); dots != std::string_view::npos) {
        const auto from = Date::parse(text.substr(0, dots));
        const auto to = Date::parse(text.substr(dots + 2));
        return from && to && *from <= *to ? std::optional(Period{*from, *to}) : std::nullopt;
    }
    const auto year = text.size() >= 4 ? periodNumber(text.substr(0, 4)) : std::nullopt;
    const auto january = year ? Date::of(*year, 1, 1) : std::nullopt;
    if (!january || *january > LastReckonedDay) {
        return std::nullopt;
    }
    if (text.size() == 4) {
        return wholeMonths(*january, 12);
    }
    const auto number =
        text.size() == 7 && text[4] == '-' && text[5] != 'Q' ? periodNumber(text.substr(5)) : std::nullopt;
    if (number && *number >= 1 && *number <= 12) {
        return wholeMonths(january->addMonths(*number - 1), 1);
    }
    if (text.size() == 7 && text.substr(4, 2) == "-Q" && text[6] >= '1' && text[6] <= '4') {
        return wholeMonths(january->addMonths(3 * (text[6] - '1')), 3);
    }
    return std::nullopt;
}

} // namespace detail

/// Reads `today`, `yesterday`, `week` (from Monday), `month`, `quarter`, `year`, `last30days`, `2026`,
/// `2026-11`, `2026-Q4` or `2026-11-01..2026-11-20`. No value for any other text or for days outside
/// FirstReckonedDay to LastReckonedDay. `today` is the date in the company's time zone.
///
/// Example:
///   parsePeriod("2026-Q4", call.today());    // 2026-10-01 to 2026-12-31
inline std::optional<Period> parsePeriod(std::string_view text, Date today) {
    const auto named = detail::namedPeriod(text, today);
    const auto period = named ? named : detail::writtenPeriod(text);
    const bool reckoned = period && period->from >= FirstReckonedDay && period->to <= LastReckonedDay;
    return reckoned ? period : std::nullopt;
}

/// The fiscal year that contains a date; `start` is its first day as month and day, such as `07-01`.
inline Period fiscalYearOf(Date date, std::string_view start) {
    const auto first = [start](int year) {
        return Date::parse(std::to_string(year) + '-' + std::string(start))
            .value_or(Date::of(year, 1, 1).value());
    };
    const Date here = first(date.year());
    const int year = here <= date ? date.year() : date.year() - 1;
    return {first(year), first(year + 1).addDays(-1)};
}

} // namespace svc
