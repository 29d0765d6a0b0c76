#include "host/core/catalogue.hpp"

#include <stdexcept>

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
