#include "entry/rules/account.hpp"

#include <gtest/gtest.h>

#include "accounting/chart.hpp"

namespace svc::ledger {
namespace {

TEST(AccountTest, AnAccountOfTheLineStandsBeforeThatOfTheRole) {
    EntryLine line;
    line.role = "expense_other";
    line.accounts = Json::object({{"PCG", "615"}, {"PCMN", ""}});
    EXPECT_EQ(accountOf(line, *charts().find("PCG")).code, "615");
    EXPECT_EQ(accountOf(line, *charts().find("PCMN")).code, "644");
    EXPECT_EQ(accountOf(line, *charts().find("SYSCOHADA")).code, "6588");
}

TEST(AccountTest, TheChartAsDataGivesTheSameAccounts) {
    for (const Chart& chart : charts().all()) {
        const accounting::ChartOfAccounts copy(chart.toJson());
        EntryLine line;
        line.taxCategory = "S";
        line.taxRate = Decimal(7);
        for (const char* role : {"customer", "sales_goods", "vat_collected_goods", "opening_balance"}) {
            line.role = role;
            EXPECT_EQ(copy.account({role, "S", "7.0000", ""}).code, accountOf(line, chart).code)
                << chart.key << ' ' << role;
        }
        line.role = "expense_other";
        line.accounts = Json::object({{chart.key, "9X"}});
        EXPECT_EQ(copy.account({"expense_other", "S", "7", line.accounts.dump()}).code, "9X");
        EXPECT_TRUE(copy.isOfTheYear(copy.account({"sales_goods", "", "", ""}).code)) << chart.key;
        EXPECT_FALSE(copy.isOfTheYear(copy.account({"cash", "", "", ""}).code)) << chart.key;
        EXPECT_EQ(copy.journalLabel("VE"), chart.country == "DE" ? "Verkäufe" : "Ventes") << chart.key;
    }
}

} // namespace

} // namespace svc::ledger
