#include <gtest/gtest.h>

#include "recurring/rules/recurring_sale.hpp"

namespace svc::sales {
namespace {

Date day(const char* text) {
    return Date::parse(text).value();
}

/// The first `count` occurrences.
std::vector<std::string> occurrences(const Recurrence& recurrence, int count) {
    std::vector<std::string> dates;
    Date from = recurrence.startsOn;
    for (int i = 0; i < count; ++i) {
        const auto next = nextOccurrence(recurrence, from);
        if (!next) {
            break;
        }
        dates.push_back(next->toString());
        from = next->addDays(1);
    }
    return dates;
}

using Dates = std::vector<std::string>;

TEST(Recurrence, the31stIsTheLastDayOfShorterMonthsAndComesBack) {
    EXPECT_EQ(occurrences({api::RecurringUnit::Month, 1, 31, day("2026-12-31"), {}}, 5),
              (Dates{"2026-12-31", "2027-01-31", "2027-02-28", "2027-03-31", "2027-04-30"}));
    EXPECT_EQ(occurrences({api::RecurringUnit::Month, 1, 30, day("2028-01-30"), {}}, 3),
              (Dates{"2028-01-30", "2028-02-29", "2028-03-30"}));
}

TEST(Recurrence, beginsWithTheFirstSuchDayAfterItsStart) {
    EXPECT_EQ(occurrences({api::RecurringUnit::Month, 3, 1, day("2026-11-20"), {}}, 3),
              (Dates{"2026-12-01", "2027-03-01", "2027-06-01"}));
    EXPECT_EQ(occurrences({api::RecurringUnit::Month, 1, 20, day("2026-11-20"), {}}, 2),
              (Dates{"2026-11-20", "2026-12-20"}));
}

TEST(Recurrence, yearsKeepTheirMonthAndLeapDaysTheirYear) {
    EXPECT_EQ(occurrences({api::RecurringUnit::Year, 1, 29, day("2028-02-29"), {}}, 5),
              (Dates{"2028-02-29", "2029-02-28", "2030-02-28", "2031-02-28", "2032-02-29"}));
    EXPECT_EQ(occurrences({api::RecurringUnit::Year, 2, 1, day("2026-06-15"), {}}, 2),
              (Dates{"2027-06-01", "2029-06-01"}));
}

TEST(Recurrence, daysAndWeeksCountFromTheStart) {
    EXPECT_EQ(occurrences({api::RecurringUnit::Week, 2, 1, day("2026-12-21"), {}}, 3),
              (Dates{"2026-12-21", "2027-01-04", "2027-01-18"}));
    EXPECT_EQ(occurrences({api::RecurringUnit::Day, 10, 1, day("2026-02-20"), {}}, 3),
              (Dates{"2026-02-20", "2026-03-02", "2026-03-12"}));
    const Recurrence weekly{api::RecurringUnit::Week, 1, 1, day("2026-12-21"), {}};
    EXPECT_EQ(nextOccurrence(weekly, day("2027-01-01"))->toString(), "2027-01-04");
    EXPECT_EQ(nextOccurrence(weekly, day("2027-01-04"))->toString(), "2027-01-04");
    EXPECT_EQ(nextOccurrence(weekly, day("2020-01-01"))->toString(), "2026-12-21");
}

TEST(Recurrence, endsWithItsLastDay) {
    EXPECT_EQ(occurrences({api::RecurringUnit::Month, 1, 1, day("2026-12-01"), day("2027-01-31")}, 5),
              (Dates{"2026-12-01", "2027-01-01"}));
    EXPECT_TRUE(
        occurrences({api::RecurringUnit::Month, 1, 15, day("2026-12-16"), day("2027-01-14")}, 5).empty());
}

TEST(Recurrence, enoughIsEnough) {
    RecurringSale sale;
    sale.every = api::RecurringUnit::Month;
    sale.startsOn = day("2026-12-01");
    sale.maxCount = 2;
    sale.count = 1;
    schedule(sale, day("2027-01-01"));
    EXPECT_EQ(sale.state, api::RecurringSaleState::Active);
    sale.count = 2;
    schedule(sale, day("2027-02-01"));
    EXPECT_EQ(sale.state, api::RecurringSaleState::Ended);
    EXPECT_FALSE(sale.nextOn);
}

} // namespace
} // namespace svc::sales
