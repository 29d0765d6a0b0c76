#include "chart/rules/charts.hpp"

#include <gtest/gtest.h>

#include "chart/rules/chart_files.hpp"

namespace svc::ledger {
namespace {

std::string code(std::string_view chart, std::string_view role, std::string_view category = "",
                 std::optional<Decimal> rate = std::nullopt) {
    return std::string(charts().find(chart)->account({role, category, rate}).code);
}

TEST(ChartsTest, TheChartsOfTheSpecificationAreThereInCapitalsOrNot) {
    for (const char* key : {"SYSCOHADA", "PCMN", "PCG", "pcg", "Skr03", "SKR04"}) {
        EXPECT_NE(charts().find(key), nullptr) << key;
    }
    EXPECT_EQ(charts().find("PCGX"), nullptr);
    EXPECT_EQ(charts().find(""), nullptr);
}

TEST(ChartsTest, RolesHaveTheNumbersOfEachChart) {
    EXPECT_EQ(code("SYSCOHADA", "customer"), "4111");
    EXPECT_EQ(code("PCMN", "vat_collected_goods"), "4510");
    EXPECT_EQ(code("PCG", "sales_services"), "706");
    EXPECT_EQ(code("SKR03", "cash"), "1000");
}

TEST(ChartsTest, NamesComeFromTheChart) {
    EXPECT_EQ(charts().find("SYSCOHADA")->account({"sales_goods", "", {}}).label,
              "Ventes de marchandises - dans la Région");
}

TEST(ChartsTest, TheTaxChoosesTheAccountWhereTheChartWantsIt) {
    EXPECT_EQ(code("SYSCOHADA", "sales_goods", "G", Decimal()), "7012");
    EXPECT_EQ(code("SYSCOHADA", "sales_goods", "S", Decimal(18)), "7011");
    EXPECT_EQ(code("SKR03", "sales_goods", "S", Decimal::parse("7.0")), "8300");
    EXPECT_EQ(code("SKR04", "sales_goods", "K", Decimal()), "4125");
    EXPECT_EQ(code("SKR04", "sales_goods", "S", Decimal(19)), "4400");
}

TEST(ChartsTest, AChartWithoutOpeningAccountCarriesTheResultForward) {
    EXPECT_EQ(code("SYSCOHADA", "opening_balance"), "121");
    EXPECT_EQ(code("PCG", "opening_balance"), "890");
}

TEST(ChartsTest, AnAccountThatTheChartDoesNotListHasTheNameOfWhatItIsUnder) {
    const Chart* chart = charts().find("PCG");
    EXPECT_EQ(chart->account("411").label, chart->account("41199").label);
    EXPECT_EQ(chart->account("41199").code, "41199");
    EXPECT_EQ(chart->account("X1").label, "X1");
}

TEST(ChartsTest, ACompanyNamesAccountsUnderThoseOfTheChart) {
    const auto taken = [](std::string_view chart, std::string_view code) {
        return charts().find(chart)->takes(code);
    };
    for (const char* code : {"615", "6155", "613200", "2201"}) {
        EXPECT_TRUE(taken("PCG", code)) << code;
    }
    for (const char* code : {"", "61", "690", "999", "ABC", "61A", "6 15"}) {
        EXPECT_FALSE(taken("PCG", code)) << code;
    }
    EXPECT_TRUE(taken("PCMN", "61"));
    EXPECT_TRUE(taken("SYSCOHADA", "6241"));
    EXPECT_TRUE(taken("SKR03", "4365")) << "an account of DATEV that is not listed";
    EXPECT_TRUE(taken("SKR04", "68500"));
    EXPECT_FALSE(taken("SKR03", "12"));
    EXPECT_FALSE(taken("SKR03", "436"));
}

TEST(ChartsTest, ExportsNameJournalsInTheLanguageOfTheChart) {
    for (const auto& [chart, bank] :
         {std::pair("PCG", "Banque"), std::pair("SYSCOHADA", "Banque"), std::pair("SKR03", "Bank")}) {
        EXPECT_EQ(charts().find(chart)->toJson()["journals"]["BQ"].text(), bank) << chart;
    }
}

/// The error at start with one file of the charts changed.
std::string complaint(const std::string& name, const std::string& from, const std::string& to) {
    std::string changed(chartFile(name));
    const std::size_t at = changed.find(from);
    EXPECT_NE(at, std::string::npos);
    changed.replace(at, from.size(), to);
    try {
        Charts([&](std::string_view file) {
            return file == name ? std::string_view(changed) : chartFile(file);
        });
        return "";
    } catch (const std::runtime_error& error) {
        return error.what();
    }
}

TEST(ChartsTest, AChartWithAMissingRoleIsRefusedWithTheNameOfTheRole) {
    EXPECT_EQ(complaint("roles.csv", "\nbank_fees,Bank charges,debit,6318,657,627",
                        "\nbank_fees,Bank charges,debit,6318,657,"),
              "roles.csv: PCG has no account for the role bank_fees");
    EXPECT_EQ(complaint("roles.csv", "\nsuspense_credit,", "\nsuspense_other,"),
              "roles.csv: SYSCOHADA has no account for the role suspense_credit");
    EXPECT_EQ(complaint("roles.csv", ",4970,6855\nmobile", ",4971,6855\nmobile"),
              "roles.csv: bank_fees: SKR03 has no account 4971");
    EXPECT_EQ(complaint("roles.csv", "Bank charges", "Charges of banks"), "");
}

TEST(ChartsTest, JournalsHaveNamesInEachLanguage) {
    EXPECT_EQ(charts().journalLabel("VE", "fr"), "Ventes");
    EXPECT_EQ(charts().journalLabel("CA", "de"), "Kasse");
    EXPECT_EQ(charts().journalLabel("BQ", "es"), "Bank");
    EXPECT_TRUE(charts().hasJournal("AN"));
    EXPECT_FALSE(charts().hasJournal("XX"));
}

} // namespace
} // namespace svc::ledger
