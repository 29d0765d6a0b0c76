// Reporting periods of every VAT regime. External specifications of the tax administration 3.2.
#include <gtest/gtest.h>

#include "report/rules/reporting_period.hpp"

namespace svc::fr_einvoicing {
namespace {

std::string period(const char* regime, ReportKind kind, const char* day) {
    const ReportingPeriod one = periodAt(vatRegimeOf(regime).value(), kind, Date::parse(day).value());
    return one.from.toString() + ' ' + one.to.toString() + ' ' + one.due.toString();
}

constexpr ReportKind Transactions = ReportKind::Transactions;
constexpr ReportKind Payments = ReportKind::Payments;

TEST(Periods, OfMonthlyReturnsAreTenDays) {
    EXPECT_EQ(period("monthly", Transactions, "2026-09-01"), "2026-09-01 2026-09-10 2026-09-20");
    EXPECT_EQ(period("monthly", Transactions, "2026-09-10"), "2026-09-01 2026-09-10 2026-09-20");
    EXPECT_EQ(period("monthly", Transactions, "2026-09-11"), "2026-09-11 2026-09-20 2026-09-30");
    EXPECT_EQ(period("monthly", Transactions, "2027-02-20"), "2027-02-11 2027-02-20 2027-02-28");
    EXPECT_EQ(period("monthly", Transactions, "2027-02-21"), "2027-02-21 2027-02-28 2027-03-10");
    EXPECT_EQ(period("monthly", Transactions, "2026-12-31"), "2026-12-21 2026-12-31 2027-01-10");
    EXPECT_EQ(period("monthly", Payments, "2026-12-05"), "2026-12-01 2026-12-31 2027-01-10");
}

TEST(Periods, OfQuarterlyReturnsAreMonths) {
    for (const ReportKind kind : {Transactions, Payments}) {
        EXPECT_EQ(period("quarterly", kind, "2027-01-31"), "2027-01-01 2027-01-31 2027-02-10");
    }
}

TEST(Periods, OfTheSimplifiedRegimeAreMonthsWithAMonthOfTime) {
    for (const ReportKind kind : {Transactions, Payments}) {
        EXPECT_EQ(period("simplified", kind, "2027-01-15"), "2027-01-01 2027-01-31 2027-02-28");
    }
}

TEST(Periods, OfExemptCompaniesAreTwoMonths) {
    for (const ReportKind kind : {Transactions, Payments}) {
        EXPECT_EQ(period("franchise", kind, "2027-09-01"), "2027-09-01 2027-10-31 2027-11-30");
        EXPECT_EQ(period("franchise", kind, "2027-10-31"), "2027-09-01 2027-10-31 2027-11-30");
        EXPECT_EQ(period("franchise", kind, "2027-12-24"), "2027-11-01 2027-12-31 2028-01-31");
    }
}

TEST(Periods, FollowEachOtherWithoutGap) {
    for (const char* regime : {"monthly", "quarterly", "simplified", "franchise"}) {
        for (const ReportKind kind : {Transactions, Payments}) {
            Date day = Date::of(2026, 9, 1).value();
            for (int i = 0; i < 60; ++i) {
                const ReportingPeriod one = periodAt(vatRegimeOf(regime).value(), kind, day);
                EXPECT_EQ(one.from, day) << regime;
                EXPECT_LT(one.to, one.due);
                day = one.to.addDays(1);
            }
        }
    }
    EXPECT_FALSE(vatRegimeOf("yearly"));
}

} // namespace
} // namespace svc::fr_einvoicing
