#include <svc/list_period.hpp>

#include <vector>

#include <gtest/gtest.h>

namespace svc {
namespace {

Date day(std::string_view text) {
    return Date::parse(text).value();
}

/// For each day of a year, how often the period contains it.
std::vector<int> covered(std::optional<Date> from, std::optional<Date> to) {
    const detail::ListPeriod period(from, to);
    std::vector<int> times;
    for (Date date = day("2026-01-01"); date <= day("2026-12-31"); date = date.addDays(1)) {
        const Date month = date.firstOfMonth();
        times.push_back((month >= period.months.first && month < period.months.end ? 1 : 0) +
                        (date >= period.before.first && date < period.before.end ? 1 : 0) +
                        (date >= period.after.first && date < period.after.end ? 1 : 0));
    }
    return times;
}

/// Like covered(), but computed from the parts; also returns how many day counters they need.
std::vector<int> summed(std::optional<Date> from, std::optional<Date> to, std::int64_t& days) {
    std::vector<int> times(365);
    days = 0;
    for (const detail::ListPeriod::Part& part : detail::ListPeriod(from, to).parts()) {
        days += part.grain == 'd' ? part.span.end.days() - part.span.first.days() : 0;
        for (int i = 0; i < 365; ++i) {
            const Date date = day("2026-01-01").addDays(i);
            const Date counted = part.grain == 'm' ? date.firstOfMonth() : date;
            if (counted >= part.span.first && counted < part.span.end) {
                times[static_cast<std::size_t>(i)] += part.added ? 1 : -1;
            }
        }
    }
    return times;
}

TEST(ListPeriod, ThePartsOfAPeriodAreAllOfItsDaysAndFewOthersAreLookedAt) {
    const Date first = day("2026-01-01");
    for (int from = -1; from < 365; from += 9) {
        for (int to = -1; to < 365; to += 7) {
            const auto start = from < 0 ? std::nullopt : std::optional(first.addDays(from));
            const auto end = to < 0 ? std::nullopt : std::optional(first.addDays(to));
            std::int64_t days = 0;
            EXPECT_EQ(summed(start, end, days), covered(start, end)) << "from " << from << " to " << to;
            EXPECT_LE(days, start && end && start->firstOfMonth() == end->firstOfMonth() ? 31 : 30);
        }
    }
}

TEST(ListPeriod, EveryPeriodOfAYearCoversEachOfItsDaysOnceAndNoOther) {
    const Date first = day("2026-01-01");
    for (int from = -1; from < 365; from += 13) {
        for (int to = -1; to < 365; to += 11) {
            const auto start = from < 0 ? std::nullopt : std::optional(first.addDays(from));
            const auto end = to < 0 ? std::nullopt : std::optional(first.addDays(to));
            const std::vector<int> times = covered(start, end);
            for (int i = 0; i < 365; ++i) {
                const bool inside =
                    (!start || first.addDays(i) >= *start) && (!end || first.addDays(i) <= *end);
                ASSERT_EQ(times[static_cast<std::size_t>(i)], inside ? 1 : 0)
                    << "day " << i << " from " << from << " to " << to;
            }
        }
    }
}

TEST(ListPeriod, TheEndOfTheCalendarIsNoError) {
    EXPECT_NO_THROW(detail::ListPeriod(day("9999-12-31"), day("9999-12-31")));
    EXPECT_NO_THROW(detail::ListPeriod(day("0001-01-01"), day("9999-12-31")));
}

} // namespace
} // namespace svc
