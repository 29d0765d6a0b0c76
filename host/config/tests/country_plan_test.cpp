#include "host/config/countries.hpp"
#include "host/config/mistake.hpp"
#include "host/config/plans.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <set>

namespace svc::host::config {
namespace {

const std::filesystem::path Folder = SVC_CONFIG_FOLDER;

std::filesystem::path written(const std::string& name, const std::string& text) {
    std::filesystem::path path =
        std::filesystem::path(testing::TempDir()) / (name + std::to_string(getpid()) + ".yaml");
    std::ofstream(path) << text;
    return path;
}

template <class Load>
std::string mistakesOf(Load load, const std::string& name, const std::string& text) {
    const std::filesystem::path path = written(name, text);
    std::string result = "none";
    try {
        load(path);
    } catch (const ConfigError& error) {
        result.clear();
        for (const Mistake& mistake : error.mistakes()) {
            result += std::to_string(mistake.line) + ' ' + mistake.key + ": " + mistake.found + '\n';
        }
    }
    std::filesystem::remove(path);
    return result;
}

TEST(Countries, ListEveryCountryOfIso3166) {
    const Countries countries = Countries::load(Folder / "countries.yaml");
    EXPECT_EQ(countries.size(), 249U);
    EXPECT_NE(countries.find("NO"), nullptr);
    EXPECT_EQ(countries.find("XX"), nullptr);
    EXPECT_EQ(countries.find("fr"), nullptr);
}

TEST(Countries, GiveTheDefaultsOfACompany) {
    const Countries countries = Countries::load(Folder / "countries.yaml");
    const Country* france = countries.find("FR");
    ASSERT_NE(france, nullptr);
    EXPECT_EQ(france->currency.code(), "EUR");
    EXPECT_EQ(france->timeZone, "Europe/Paris");
    EXPECT_EQ(france->language, "fr");
    EXPECT_EQ(france->taxRate, Decimal(20));
    EXPECT_EQ(france->chart, "PCG");
    EXPECT_EQ(countries.find("BE")->chart, "PCMN");
    EXPECT_EQ(countries.find("CM")->taxRate, Decimal::parse("19.25"));
    EXPECT_FALSE(countries.find("US")->taxRate.has_value());
}

TEST(Countries, UseTheOhadaChartInItsSeventeenStates) {
    const Countries countries = Countries::load(Folder / "countries.yaml");
    for (const char* code : {"BJ", "BF", "CM", "CF", "KM", "CG", "CI", "GA", "GN", "GW", "GQ", "ML", "NE",
                             "SN", "TD", "TG", "CD"}) {
        EXPECT_EQ(countries.find(code)->chart, "SYSCOHADA") << code;
    }
    EXPECT_EQ(countries.find("MA")->chart, "PCG");
}

TEST(Countries, NameEachMistake) {
    const auto load = [](const std::filesystem::path& path) { Countries::load(path); };
    EXPECT_EQ(
        mistakesOf(
            load, "countries",
            "countries:\n  FRA: {}\n"
            "  FR: { currency: EUX, timeZone: Europe/Paris, language: fr, taxRate: 120, chart: PCG }\n"),
        "2 countries.FRA: an unknown key\n"
        "3 countries.FR.currency: \"EUX\"\n"
        "3 countries.FR.taxRate: 120\n"
        "3 countries.FR: no complete country\n");
}

TEST(Plans, LimitEveryKeyInEveryPlan) {
    const Plans plans = Plans::load(Folder / "plans.yaml");
    EXPECT_EQ(plans.standard().name, "standard");
    EXPECT_EQ(plans.standard().allowed("api-keys"), 10);
    ASSERT_NE(plans.find("unlimited"), nullptr);
    for (const Plan& plan : plans.all()) {
        EXPECT_EQ(plan.limits.size(), 11U) << plan.name;
    }
    for (const PlanLimit& limit : plans.find("unlimited")->limits) {
        EXPECT_EQ(limit.allowed, PlanLimit::None) << limit.key;
    }
}

TEST(Plans, NameEachMistake) {
    const auto load = [](const std::filesystem::path& path) { Plans::load(path); };
    EXPECT_EQ(mistakesOf(load, "plans",
                         "default: gold\nplans:\n  small: { companies: -2, business-units: 1, members: 1, "
                         "wallets: 1, items: 1,"
                         " partners: 1,\n    sales-per-month: 1, api-keys: 1, webhooks: 1, integrations: 1, "
                         "gigabytes: 4 }\n"),
              "1 default: \"gold\"\n"
              "3 plans.small.companies: -2\n"
              "3 plans.small: no attachments-mb\n"
              "4 plans.small.gigabytes: an unknown key\n");
}

} // namespace
} // namespace svc::host::config
