#include <gtest/gtest.h>

#include <svc/period.hpp>

#include "rules/balance.hpp"

namespace svc::ohada_accounting {
namespace {

using accounting::TrialBalance;

TEST(Balance, IsWrittenWithSixOrEightColumnsAndTotals) {
    const TrialBalance balance{{"4111", {"Clients", 0, 708000, 300000}}, {"7011", {"=Ventes", 0, 0, 408000}}};
    EXPECT_EQ(
        writeBalance(balance, 6, Currency::of("XOF")),
        "compte;intitule;ouverture_debit;ouverture_credit;mouvement_debit;mouvement_credit;solde_debit;"
        "solde_credit\r\n4111;Clients;0;0;708000;300000;408000;0\r\n7011;'=Ventes;0;0;0;408000;0;408000\r\n"
        "TOTAL;Total général;0;0;708000;708000;408000;408000\r\n");
    EXPECT_NE(writeBalance(balance, 8, Currency::of("XOF"))
                  .find("4111;Clients;0;0;708000;300000;708000;300000;408000;0"),
              std::string::npos);
}

TEST(Balance, OfAnEmptyPeriodIsTheHeaderAlone) {
    for (const TrialBalance& balance : {TrialBalance(), TrialBalance{{"5211", {"Banques", 0, 0, 0}}}}) {
        EXPECT_EQ(writeBalance(balance, 6, Currency::of("XOF")),
                  "compte;intitule;ouverture_debit;ouverture_credit;mouvement_debit;mouvement_credit;"
                  "solde_debit;solde_credit\r\n");
    }
}

TEST(Period, IsReadByItsNames) {
    const Date today = Date::of(2026, 11, 21).value(); // a Saturday
    const auto days = [&](std::string_view text) {
        const auto period = parsePeriod(text, today);
        return period ? period->from.toString() + ".." + period->to.toString() : std::string("none");
    };
    EXPECT_EQ(days("today"), "2026-11-21..2026-11-21");
    EXPECT_EQ(days("yesterday"), "2026-11-20..2026-11-20");
    EXPECT_EQ(days("week"), "2026-11-16..2026-11-22");
    EXPECT_EQ(days("month"), "2026-11-01..2026-11-30");
    EXPECT_EQ(days("quarter"), "2026-10-01..2026-12-31");
    EXPECT_EQ(days("year"), "2026-01-01..2026-12-31");
    EXPECT_EQ(days("last30days"), "2026-10-23..2026-11-21");
    EXPECT_EQ(days("2024"), "2024-01-01..2024-12-31");
    EXPECT_EQ(days("2024-02"), "2024-02-01..2024-02-29");
    EXPECT_EQ(days("2026-Q1"), "2026-01-01..2026-03-31");
    EXPECT_EQ(days("2026-11-01..2026-11-20"), "2026-11-01..2026-11-20");
    for (const char* wrong :
         {"", "2026-13", "2026-Q5", "20x6", "2026-1", "2026-11-20..2026-11-01", "tomorrow"}) {
        EXPECT_EQ(days(wrong), "none") << wrong;
    }
}

} // namespace
} // namespace svc::ohada_accounting
