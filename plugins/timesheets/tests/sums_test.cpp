#include "domain/sums.hpp"

#include <algorithm>
#include <array>
#include <string>

#include <gtest/gtest.h>

namespace svc::timesheets {
namespace {

Date day(std::string_view text) {
    return Date::parse(text).value();
}

std::string textOf(const std::vector<Sums>& sums) {
    std::string text;
    for (const Sums& some : sums) {
        text += (text.empty() ? "" : ", ") + std::string(1, some.grain) + ' ' + some.first.toString() +
                " to " + some.end.addDays(-1).toString();
    }
    return text;
}

std::string sumsOf(std::string_view from, std::string_view to) {
    return textOf(timesheets::sumsOf(day(from), day(to)));
}

TEST(Sums, APeriodIsTakenInAsFewSumsAsThereCanBe) {
    EXPECT_EQ(sumsOf("2026-11-20", "2026-11-20"), "d 2026-11-20 to 2026-11-20");
    EXPECT_EQ(sumsOf("2026-01-01", "2026-12-31"), "y 2026-01-01 to 2026-12-31");
    EXPECT_EQ(sumsOf("2024-02-21", "2024-02-29"), "t 2024-02-21 to 2024-02-29");
    EXPECT_EQ(sumsOf("2026-02-11", "2026-02-28"), "t 2026-02-11 to 2026-02-28");
    EXPECT_EQ(sumsOf("2026-06-05", "2026-11-20"),
              "d 2026-06-05 to 2026-06-05, f 2026-06-06 to 2026-06-10, t 2026-06-11 to 2026-06-30,"
              " q 2026-07-01 to 2026-09-30, m 2026-10-01 to 2026-10-31, t 2026-11-01 to 2026-11-20");
    EXPECT_EQ(sumsOf("2023-12-31", "2026-01-31"),
              "d 2023-12-31 to 2023-12-31, y 2024-01-01 to 2025-12-31, m 2026-01-01 to 2026-01-31");
    EXPECT_EQ(sumsOf("2026-11-20", "2026-11-19"), "");
}

TEST(Sums, APeriodWithoutEndsIsAllYears) {
    EXPECT_EQ(timesheets::sumsOf(std::nullopt, std::nullopt).front().grain, 'y');
    EXPECT_EQ(textOf(timesheets::sumsOf(std::nullopt, day("2026-12-31"))), "y 0001-01-01 to 2026-12-31");
    EXPECT_NO_THROW(timesheets::sumsOf(day("9999-12-31"), day("9999-12-31")));
    EXPECT_NO_THROW(timesheets::sumsOf(day("9999-02-03"), std::nullopt));
}

TEST(Sums, EveryPeriodIsItsDaysOnceAndNoSumIsCutInTwo) {
    const Date begin = day("2023-12-11");
    constexpr int Days = 440;
    constexpr int Step = 7;
    for (int from = 0; from < Days; from += Step) {
        for (int to = from; to < Days; to += Step - 2) {
            Date next = begin.addDays(from);
            for (const Sums& some : timesheets::sumsOf(next, begin.addDays(to))) {
                ASSERT_EQ(some.first, next);
                ASSERT_LT(some.first, some.end);
                next = some.end;
                // A sum begins where a longer one does, or the period is not all of that.
                if (some.grain == 't' || some.grain == 'f') {
                    constexpr std::array<int, 6> Starts{1, 6, 11, 16, 21, 26};
                    const auto* const start = std::find(Starts.begin(), Starts.end(), some.first.day());
                    ASSERT_NE(start, Starts.end());
                    ASSERT_TRUE(some.grain == 'f' || (start - Starts.begin()) % 2 == 0);
                }
                ASSERT_TRUE(some.grain != 'm' || some.first.day() == 1);
                ASSERT_TRUE(some.grain != 'y' || (some.first.day() == 1 && some.first.month() == 1));
            }
            ASSERT_EQ(next, begin.addDays(to + 1));
        }
    }
}

} // namespace
} // namespace svc::timesheets
