#include "export/rules/trial_balance.hpp"

#include <gtest/gtest.h>

#include "chart/rules/charts.hpp"

namespace svc::ledger {
namespace {

const std::string Header =
    "account,account_label,opening_debit,opening_credit,debit,credit,closing_debit,closing_credit\r\n";

std::string written(const StagesByAccount& accounts, std::int64_t carried = 0) {
    const accounting::ChartOfAccounts chart(charts().find("SKR03")->toJson("de"));
    std::string text = writeTrialBalance(accounts, carried, chart, Currency::of("EUR"));
    EXPECT_EQ(text.substr(0, Header.size()), Header);
    text.erase(0, Header.size());
    return text;
}

TEST(TrialBalance, CarriesTheResultOfTheYearsBefore) {
    const std::string text =
        written({{"1200", {10000, 15000, 500, 200}}, {"8400", {-10000, -15000, 0, 300}}});
    // Of the sales before the period 50.00 are of this year; the 100.00 before it are retained.
    EXPECT_NE(text.find("1200,Bank,150.00,0.00,5.00,2.00,153.00,0.00\r\n"), std::string::npos) << text;
    EXPECT_NE(text.find(",0.00,50.00,0.00,3.00,0.00,53.00\r\n"), std::string::npos) << text;
    EXPECT_NE(text.find(",0.00,100.00,0.00,0.00,0.00,100.00\r\n"), std::string::npos) << text;
}

TEST(TrialBalance, LeavesOutAccountsWithoutAmounts) {
    EXPECT_EQ(written({}), "");
    EXPECT_EQ(written({{"1200", {500, 0, 0, 0}}}), "");
}

} // namespace
} // namespace svc::ledger
