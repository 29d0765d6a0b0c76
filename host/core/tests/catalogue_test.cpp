#include "host/core/catalogue.hpp"

#include <stdexcept>

#include <svc/decimal.hpp>
#include <svc/error.hpp>

#include <gtest/gtest.h>

namespace svc::host {
namespace {

EventType eventType(const std::string& type, const std::string& module) {
    EventType result;
    result.type = type;
    result.module = module;
    return result;
}

TEST(Catalogue, NamesBothPluginsThatDeclareOneName) {
    Catalogue catalogue;
    catalogue.add(eventType("invoice.paid", "sales"));
    try {
        catalogue.add(eventType("invoice.paid", "billing"));
        FAIL() << "the second declaration was accepted";
    } catch (const std::runtime_error& error) {
        EXPECT_STREQ(error.what(), "event type invoice.paid is declared by sales and by billing");
    }
}

TEST(Catalogue, HasEachSettingOfCompaniesOnceAndNoneThatIsCalledLikeAField) {
    Catalogue catalogue;
    catalogue.addCompanyField("name");
    const auto setting = [](const char* key, const char* plugin) {
        return CompanySetting{key, plugin, Json::object({{"type", "boolean"}}), Json(false)};
    };
    const auto refusal = [&](const char* key) {
        try {
            catalogue.add(setting(key, "billing"));
            return std::string();
        } catch (const std::runtime_error& error) {
            return std::string(error.what());
        }
    };
    catalogue.add(setting("stockOnSale", "sales"));
    EXPECT_EQ(refusal("stockOnSale"), "company setting stockOnSale is declared by sales and by billing");
    EXPECT_EQ(refusal("name"), "company setting name is declared by the host and by billing");
    catalogue.addInstalled(setting("stockOnSale", "other"));
    catalogue.addInstalled(setting("name", "other"));
    catalogue.addInstalled(setting("publicMenu", "other"));
    ASSERT_EQ(catalogue.companySettings().size(), 2U);
    EXPECT_EQ(catalogue.companySettings().at("stockOnSale").plugin, "sales");
}

TEST(CompanySetting, IsStoredAsClientsReadIt) {
    const CompanySetting rate{"rate", "shop", Json::object({{"type", "number"}, {"x-money", true}}),
                              Json(Decimal(2))};
    const Currency euro = Currency::of("EUR");
    EXPECT_EQ(rate.stored(Json::parse("45.505"), euro).numberText(), "4550.5");
    for (const char* wrong : {"0.1234567", "-1", "true", "\"45\"", "null"}) {
        EXPECT_THROW(rate.stored(Json::parse(wrong), euro), ApiError) << wrong;
    }
    EXPECT_FALSE(rate.shownSchema().contains("x-money"));
    const CompanySetting menu{"menu", "shop", Json::object({{"type", "boolean"}}), Json(true)};
    EXPECT_THROW(menu.stored(Json(1), euro), ApiError);
    Json record = Json::object();
    showSettings(record, Json::object({{"menu", false}, {"ofAnother", 1}}), euro,
                 {{"menu", menu}, {"rate", rate}});
    EXPECT_EQ(record, Json::object({{"menu", false}, {"rate", 200}}));
}

TEST(Catalogue, MatchesPatternsByTypeFamilyAndEverything) {
    EXPECT_TRUE(eventMatches("*", "invoice.paid"));
    EXPECT_TRUE(eventMatches("invoice.*", "invoice.paid"));
    EXPECT_TRUE(eventMatches("invoice.paid", "invoice.paid"));
    EXPECT_FALSE(eventMatches("invoice.*", "invoices.paid"));
    EXPECT_FALSE(eventMatches("invoice", "invoice.paid"));
    EXPECT_FALSE(eventMatches(".*", "invoice.paid"));
    EXPECT_FALSE(eventMatches("", "invoice.paid"));
}

TEST(Catalogue, KnowsWhetherAPatternCanEverMatch) {
    Catalogue catalogue;
    catalogue.add(eventType("invoice.paid", "sales"));
    EXPECT_TRUE(catalogue.matchesAnyType("invoice.*"));
    EXPECT_FALSE(catalogue.matchesAnyType("quote.*"));
}

TEST(Catalogue, MapsDeclaredConstraintsToCodes) {
    Catalogue catalogue;
    catalogue.addConstraint("item_sku_key", {"already-exists:sku", 400});
    ASSERT_NE(catalogue.constraint("item_sku_key"), nullptr);
    EXPECT_EQ(catalogue.constraint("item_sku_key")->code, "already-exists:sku");
    EXPECT_EQ(catalogue.constraint(""), nullptr);
    EXPECT_THROW(catalogue.addConstraint("item_sku_key", {"other", 400}), std::runtime_error);
}

} // namespace
} // namespace svc::host
