#include "export/rules/trial_balance.hpp"

#include <gtest/gtest.h>

#include "chart/rules/charts.hpp"

namespace svc::ledger {
namespace {

using accounting::ChartOfAccounts;
using accounting::TrialBalance;
using accounting::TrialBalanceSums;

const std::string Header =
    "account,account_label,opening_debit,opening_credit,debit,credit,closing_debit,closing_credit\r\n";

std::string written(const TrialBalance& balance) {
    std::string text = writeTrialBalance(balance, Currency::of("EUR"));
    EXPECT_EQ(text.substr(0, Header.size()), Header);
    text.erase(0, Header.size());
    return text;
}

TEST(TrialBalance, CarriesTheResultOfTheYearsBefore) {
    const ChartOfAccounts chart(charts().find("SKR03")->toJson());
    TrialBalanceSums sums(chart);
    sums.add({"bank", "", "", ""}, {10000, 5000, 500, 200});
    sums.add({"sales_goods", "", "", ""}, {-10000, -5000, 0, 300});
    const std::string text = written(std::move(sums).balance());
    // Of the sales before the period, 50.00 belong to this year; the earlier 100.00 are retained earnings.
    EXPECT_NE(text.find("1200,Bank,150.00,0.00,5.00,2.00,153.00,0.00\r\n"), std::string::npos) << text;
    EXPECT_NE(text.find(",0.00,50.00,0.00,3.00,0.00,53.00\r\n"), std::string::npos) << text;
    EXPECT_NE(text.find(",0.00,100.00,0.00,0.00,0.00,100.00\r\n"), std::string::npos) << text;
}

TEST(TrialBalance, CarriesOpeningBalancesWithTheResultInEveryChart) {
    for (const Chart& each : charts().all()) {
        const ChartOfAccounts chart(each.toJson());
        TrialBalanceSums sums(chart);
        sums.add({"bank", "", "", ""}, {70000, 0, 0, 0});
        sums.add({"opening_balance", "", "", ""}, {-100000, 0, 0, 0});
        sums.add({"expense_other", "", "", ""}, {30000, 0, 0, 0});
        const TrialBalance balance = std::move(sums).balance();
        const auto opening = [&](const char* role) {
            const auto found = balance.find(chart.account({role, "", "", ""}).code);
            return found == balance.end() ? 0 : found->second.opening;
        };
        EXPECT_EQ(opening("bank"), 70000) << each.key;
        EXPECT_EQ(opening("expense_other"), 0) << each.key;
        EXPECT_EQ(opening("retained_earnings"), -70000) << each.key;
    }
}

TEST(TrialBalance, CarriesALossToItsOwnAccount) {
    const ChartOfAccounts chart(charts().find("SYSCOHADA")->toJson());
    TrialBalanceSums sums(chart);
    sums.add({"bank", "", "", ""}, {-500, 0, 0, 0});
    sums.add({"expense_other", "", "", ""}, {500, 0, 0, 0});
    const TrialBalance balance = std::move(sums).balance();
    EXPECT_EQ(balance.at("129").opening, 500);
    EXPECT_EQ(balance.at("129").label, chart.account(std::string_view("129")).label);
}

TEST(TrialBalance, LeavesOutAccountsWithoutAmounts) {
    EXPECT_EQ(written({}), "");
    EXPECT_EQ(written({{"1200", {"Bank", 0, 0, 0}}}), "");
}

} // namespace
} // namespace svc::ledger
