#include <svc/tally.hpp>

#include <map>
#include <set>

#include <gtest/gtest.h>

namespace svc {
namespace {

Date day(std::string_view text) {
    return Date::parse(text).value();
}

Instant at(std::string_view text) {
    return Instant::parse(text).value();
}

/// Each day of a year that a period covers, and how often.
std::vector<int> covered(std::optional<Date> from, std::optional<Date> to) {
    const detail::TallyPeriod period(from, to);
    std::vector<int> times;
    for (Date date = day("2026-01-01"); date <= day("2026-12-31"); date = date.addDays(1)) {
        const Date month = date.firstOfMonth();
        times.push_back((month >= period.months.first && month < period.months.end ? 1 : 0) +
                        (date >= period.before.first && date < period.before.end ? 1 : 0) +
                        (date >= period.after.first && date < period.after.end ? 1 : 0));
    }
    return times;
}

/// The same by the parts that are added up, and how many days that takes.
std::vector<int> summed(std::optional<Date> from, std::optional<Date> to, std::int64_t& days) {
    std::vector<int> times(365);
    days = 0;
    for (const detail::TallyPeriod::Part& part : detail::TallyPeriod(from, to).parts()) {
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

TEST(Tally, ThePartsOfAPeriodAreAllOfItsDaysAndFewOthersAreLookedAt) {
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

TEST(Tally, WithYearsThePartsOfAPeriodAreItsDaysInFewRows) {
    const auto rowOf = [](char grain, Date date) {
        return grain == 'y' ? Date::of(date.year(), 1, 1).value() : grain == 'm' ? date.firstOfMonth() : date;
    };
    const Date first = day("2023-11-25");
    const Date last = day("2027-02-05");
    constexpr int Step = 37;
    for (int from = -1; from < last.days() - first.days(); from += Step) {
        for (int to = -1; to < last.days() - first.days(); to += Step - 2) {
            const auto start = from < 0 ? std::nullopt : std::optional(first.addDays(from));
            const auto end = to < 0 ? std::nullopt : std::optional(first.addDays(to));
            const std::vector<detail::TallyPeriod::Part> parts =
                detail::TallyPeriod(start, end).partsWithYears();
            std::map<char, std::set<Date>> rows;
            for (Date date = first; date <= last; date = date.addDays(1)) {
                int times = 0;
                for (const detail::TallyPeriod::Part& part : parts) {
                    const Date row = rowOf(part.grain, date);
                    if (row >= part.span.first && row < part.span.end) {
                        rows[part.grain].insert(row);
                        times += part.added ? 1 : -1;
                    }
                }
                const bool inside = (!start || date >= *start) && (!end || date <= *end);
                ASSERT_EQ(times, inside ? 1 : 0) << date.toString() << " from " << from << " to " << to;
            }
            EXPECT_LE(rows['m'].size(), 24U) << "from " << from << " to " << to;
            EXPECT_TRUE(start || end || rows['m'].size() + rows['d'].size() == 0U);
        }
    }
}

TEST(Tally, EveryPeriodOfAYearCoversEachOfItsDaysOnceAndNoOther) {
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

TEST(Tally, TheEndOfTheCalendarIsNoError) {
    EXPECT_NO_THROW(detail::TallyPeriod(day("9999-12-31"), day("9999-12-31")));
    EXPECT_NO_THROW(detail::TallyPeriod(day("0001-01-01"), day("9999-12-31")));
}

TEST(Tally, WholeDaysOfUtcHaveNoEdges) {
    const DaysOfInstants days = daysOfInstants(at("2026-11-01T00:00:00Z"), at("2026-12-01T00:00:00Z"));
    EXPECT_TRUE(days.edges.empty());
    EXPECT_TRUE(days.anyDay);
    EXPECT_EQ(days.from, day("2026-11-01"));
    EXPECT_EQ(days.to, day("2026-11-30"));
}

TEST(Tally, DaysOfParisHaveAnHourAtEachEnd) {
    const DaysOfInstants days = daysOfInstants(at("2026-10-31T23:00:00Z"), at("2026-11-30T23:00:00Z"));
    ASSERT_EQ(days.edges.size(), 2U);
    EXPECT_EQ(days.edges[0].first, at("2026-10-31T23:00:00Z"));
    EXPECT_EQ(days.edges[0].end, at("2026-11-01T00:00:00Z"));
    EXPECT_EQ(days.edges[1].first, at("2026-11-30T00:00:00Z"));
    EXPECT_EQ(days.edges[1].end, at("2026-11-30T23:00:00Z"));
    EXPECT_EQ(days.from, day("2026-11-01"));
    EXPECT_EQ(days.to, day("2026-11-29"));
}

TEST(Tally, ADayOfParisHasNoWholeDayOfUtc) {
    const DaysOfInstants days = daysOfInstants(at("2026-11-20T23:00:00Z"), at("2026-11-21T23:00:00Z"));
    EXPECT_FALSE(days.anyDay);
    ASSERT_EQ(days.edges.size(), 2U);
    EXPECT_EQ(days.edges[0].end, at("2026-11-21T00:00:00Z"));
    EXPECT_EQ(days.edges[1].first, at("2026-11-21T00:00:00Z"));
}

TEST(Tally, SomeHoursOfADayAreOneEdge) {
    const DaysOfInstants days = daysOfInstants(at("2026-11-20T08:00:00Z"), at("2026-11-20T09:00:00Z"));
    EXPECT_FALSE(days.anyDay);
    ASSERT_EQ(days.edges.size(), 1U);
}

} // namespace
} // namespace svc
