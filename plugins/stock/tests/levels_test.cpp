#include <gtest/gtest.h>

#include "tests/stock_kit.hpp"

namespace svc::stock {
namespace {

TEST(StockLevels, APastStateIsShownAsItWas) {
    StockKit kit;
    const std::string id = kit.item({{"name", "Beans"}});
    kit.adjust(id, "10", "1.00");
    kit.situation().now = *Instant::parse("2026-11-21T09:00:00Z");
    kit.adjust(id, "10", "2.00");
    const auto at = [&](const char* text) { return kit.get("listStock", {}, {{"at", text}}).json(); };
    EXPECT_EQ(at("2026-11-20T12:00:00Z")[0]["quantity"].integer(), 10);
    EXPECT_EQ(at("2026-11-20T12:00:00Z")[0]["value"].integer(), 1000);
    EXPECT_EQ(at("2026-11-20")[0]["averageCost"].integer(), 100);
    EXPECT_EQ(at("2026-11-21T09:00:00Z")[0]["averageCost"].integer(), 150);
    EXPECT_TRUE(at("2026-11-19").empty());
}

TEST(StockLevels, WhatWasLowIsToldAsItWas) {
    StockKit kit;
    const auto now = [&](const char* text) { kit.situation().now = *Instant::parse(text); };
    now("2026-11-20T09:00:00Z");
    const std::string id = kit.item({{"name", "Beans"}, {"alertThreshold", 5}});
    kit.adjust(kit.item({{"name", "Cups"}}), "1");
    kit.adjust(id, "10");
    now("2026-11-21T09:00:00Z");
    kit.adjust(id, "-7"); // 3 are left
    now("2026-11-22T09:00:00Z");
    const std::string shop = kit.location;
    kit.location = kit.post("createLocation", {{"name", "Van"}}).json()["id"].text();
    kit.adjust(id, "1");
    now("2026-11-23T09:00:00Z");
    kit.patch("updateItem", {{"alertThreshold", 2}}, {{"itemId", id}});
    now("2026-11-24T09:00:00Z");
    kit.patch("updateItem", {{"alertThreshold", 10}}, {{"itemId", id}});
    // Compares the rows of the list with the total that a page reports, which is computed in another way.
    const auto rows = [&](const char* at, const char* low, StockKit::Values query = {}) {
        query["at"] = at;
        query["low"] = low;
        const Json found = kit.get("listStock", {}, query).json();
        for (const Json& row : found.items()) {
            EXPECT_EQ(row["low"].boolean(), std::string(low) == "true") << at;
        }
        query["limit"] = "1";
        query["offset"] = std::to_string(found.size());
        EXPECT_EQ(kit.get("listStock", {}, query).header("X-Total-Count"), std::to_string(found.size()))
            << at << ' ' << low;
        return found.size();
    };
    const auto expectAll = [&] {
        EXPECT_EQ(rows("2026-11-20T08:59:59Z", "true"), 0U);
        EXPECT_EQ(rows("2026-11-20T09:00:00Z", "true"), 0U);
        EXPECT_EQ(rows("2026-11-20", "false"), 2U);
        EXPECT_EQ(rows("2026-11-21T08:59:59Z", "true"), 0U);
        EXPECT_EQ(rows("2026-11-21T09:00:00Z", "true"), 1U);
        EXPECT_EQ(rows("2026-11-21", "false"), 1U);
        EXPECT_EQ(rows("2026-11-22T10:00:00Z", "true"), 2U);
        EXPECT_EQ(rows("2026-11-22", "true", {{"locationId", shop}}), 1U);
        EXPECT_EQ(rows("2026-11-22", "true", {{"itemId", id}}), 2U);
        EXPECT_EQ(rows("2026-11-22", "true", {{"q", "bea"}}), 2U);
        EXPECT_EQ(rows("2026-11-22", "true", {{"businessUnitId", kit.unit["id"].text()}}), 2U);
        EXPECT_EQ(rows("2026-11-23", "true"), 0U);
        EXPECT_EQ(rows("2026-11-23", "false"), 3U);
        EXPECT_EQ(rows("2026-11-24T12:00:00Z", "true"), 2U);
    };
    expectAll();
    now("2026-11-25T09:00:00Z");
    kit.patch("updateItem", {{"archived", true}}, {{"itemId", id}});
    EXPECT_EQ(rows("2026-11-22", "true"), 0U);
    EXPECT_EQ(rows("2026-11-22", "false"), 1U);
    kit.patch("updateItem", {{"archived", false}}, {{"itemId", id}});
    expectAll();
}

TEST(StockLevels, TheValuesOfTheLocationsAddUp) {
    StockKit kit;
    const std::string id = kit.item({{"name", "Beans"}, {"alertThreshold", 4}});
    kit.adjust(id, "1", "3.333");
    const std::string shop = kit.location;
    kit.location = kit.post("createLocation", {{"name", "Van"}}).json()["id"].text();
    kit.adjust(id, "2", "3.333");
    const Json rows = kit.get("listStock", {}, {{"itemId", id}, {"low", "true"}}).json();
    ASSERT_EQ(rows.size(), 2U);
    EXPECT_EQ(rows[0]["value"].integer() + rows[1]["value"].integer(), 1000);
    EXPECT_EQ(kit.get("listStock", {}, {{"locationId", shop}}).json().size(), 1U);
    EXPECT_EQ(
        kit.get("listStock", {}, {{"businessUnitId", kit.unit["id"].text()}, {"q", "bea"}}).json().size(),
        2U);
    EXPECT_EQ(kit.get("listStock", {}, {{"low", "false"}}).json().size(), 0U);
}

TEST(StockLevels, APlaceIsListedByTheNamesOfItsItems) {
    StockKit kit;
    const std::string beans = kit.item({{"name", "beans"}, {"trackLots", true}});
    const std::string cups = kit.item({{"name", "Cups"}});
    kit.adjust(kit.item({{"name", "Tea"}}), "1");
    kit.adjust(cups, "1");
    for (const char* lot : {"A", "B"}) {
        kit.post("createStockAdjustment",
                 Json::parse(R"({"locationId": ")" + kit.location +
                             R"(", "reason": "adjustment", "lines": [{"itemId": ")" + beans +
                             R"(", "quantity": 2, "lotNumber": ")" + lot + "\"}]}"));
    }
    const auto names = [&](StockKit::Values query) {
        query["locationId"] = kit.location;
        std::string text;
        const Json rows = kit.get("listStock", {}, query).json();
        for (const Json& row : rows.items()) {
            text += row["itemName"].text() + ' ' + row["quantity"].numberText() + ';';
        }
        return text;
    };
    EXPECT_EQ(names({}), "beans 4;Cups 1;Tea 1;");
    kit.patch("updateItem", {{"name", "Zebra cups"}}, {{"itemId", cups}});
    EXPECT_EQ(names({}), "beans 4;Tea 1;Zebra cups 1;");
    EXPECT_EQ(names({{"limit", "1"}, {"offset", "1"}}), "Tea 1;");
    EXPECT_EQ(names({{"q", "zebra"}}), "Zebra cups 1;");
    EXPECT_EQ(names({{"low", "false"}, {"limit", "1"}, {"offset", "2"}}), "Zebra cups 1;");
}

} // namespace
} // namespace svc::stock
