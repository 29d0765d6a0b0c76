#include <gtest/gtest.h>

#include <svc/period.hpp>

#include "rules/balance.hpp"

namespace svc::ohada {
namespace {

const CarriedTo Profit{"121", "Report à nouveau créditeur"};
const CarriedTo Loss{"129", "Report à nouveau débiteur"};

TEST(Balance, CarriesTheResultOfTheYearsBefore) {
    const Balance balance =
        balanceOf({{"5211", {"Banques", 500, 100, 50, 20}}, {"7011", {"Ventes", -500, -100, 0, 30, true}}},
                  Profit, Loss);
    EXPECT_EQ(balance.at("5211").opening, 600);
    EXPECT_EQ(balance.at("7011").opening, -100);
    EXPECT_EQ(balance.at("121").opening, -500);
    EXPECT_EQ(balance.at("5211").closing(), 630);
}

TEST(Balance, CarriesALossInAnyChart) {
    const Balance balance =
        balanceOf({{"1200", {"Bank", -500, 0, 0, 0}}, {"4900", {"Sonstige", 500, 0, 0, 0, true}}},
                  {"0860", "Gewinnvortrag"}, {"0868", "Verlustvortrag"});
    EXPECT_EQ(balance.at("4900").opening, 0);
    EXPECT_EQ(balance.at("0868").opening, 500);
    EXPECT_EQ(balance.at("0868").label, "Verlustvortrag");
}

TEST(Balance, IsWrittenWithSixOrEightColumnsAndTotals) {
    const Balance balance =
        balanceOf({{"4111", {"Clients", 0, 0, 708000, 300000}}, {"7011", {"=Ventes", 0, 0, 0, 408000, true}}},
                  Profit, Loss);
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
    for (const Balance& balance : {Balance(), balanceOf({{"5211", {"Banques", 0, 0, 0, 0}}}, Profit, Loss)}) {
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
} // namespace svc::ohada
