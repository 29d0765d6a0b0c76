#include <gtest/gtest.h>

#include "file/rules/deadline.hpp"

namespace svc::pl_ksef {
namespace {

Date day(const char* text) {
    return Date::parse(text).value();
}

TEST(WorkingDays, AreNoneOnWeekendsAndHolidays) {
    // 2026: Easter Monday, Corpus Christi, and fixed holidays that are no weekend days.
    for (const char* holiday :
         {"2026-01-01", "2026-01-06", "2026-04-06", "2026-05-01", "2026-06-04", "2026-11-11", "2026-12-24",
          "2026-12-25", "2027-03-29", "2026-11-21", "2026-11-22"}) {
        EXPECT_FALSE(isWorkingDay(day(holiday))) << holiday;
    }
    for (const char* working :
         {"2026-04-03", "2026-04-07", "2026-06-03", "2026-06-05", "2026-11-20", "2024-12-24"}) {
        EXPECT_TRUE(isWorkingDay(day(working))) << working;
    }
    EXPECT_EQ(workingDaysAfter(day("2026-12-23"), 1), day("2026-12-28")) << "Christmas, then a weekend";
}

TEST(Deadlines, FollowTheModeInWhichTheInvoiceWasIssued) {
    const Date friday = day("2026-11-20");
    EXPECT_EQ(deadlineOf(Mode::Offline24, friday, {}), day("2026-11-23"));
    EXPECT_EQ(deadlineOf(Mode::Unavailability, friday, day("2026-11-25")), day("2026-11-26"));
    EXPECT_EQ(deadlineOf(Mode::Emergency, friday, day("2026-11-25")), day("2026-12-04"));
    EXPECT_EQ(deadlineOf(Mode::Emergency, friday, {}), std::nullopt) << "the failure goes on";
    EXPECT_EQ(deadlineOf(Mode::TotalFailure, friday, day("2026-11-25")), std::nullopt);
    EXPECT_EQ(deadlineOf(Mode::Online, friday, {}), std::nullopt);
}

TEST(Modes, HaveNames) {
    for (const char* name : {"online", "offline24", "unavailability", "emergency", "total-failure"}) {
        EXPECT_EQ(toText(modeOf(name).value()), name);
    }
    EXPECT_EQ(modeOf("offline"), std::nullopt);
}

} // namespace
} // namespace svc::pl_ksef
