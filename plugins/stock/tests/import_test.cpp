#include <gtest/gtest.h>

#include "tests/stock_kit.hpp"

namespace svc::stock {
namespace {

Json row(int line, const char* fields) {
    return Json::object({{"line", line}, {"fields", Json::parse(fields)}});
}

TEST(StockImport, RowsCreateAndUpdateByTheirNumbers) {
    StockKit kit;
    const std::string known = kit.item({{"name", "Old"}, {"sku", "A"}, {"externalId", "x1"}});
    const Json rows = Json::array({row(2, R"({"name": "Beans", "sku": "A", "price": 18})"),
                                   row(3, R"({"name": "Tea", "sku": "B", "externalId": "x2", "cost": 3})"),
                                   row(4, R"({"name": "Tea", "externalId": "x2"})"),
                                   row(5, R"({"name": "Green tea", "externalId": "x2"})")});
    const Json done = kit.command("import.items", {{"rows", rows}});
    EXPECT_EQ(done.dump(), R"({"created":1,"updated":2,"skipped":1,"counted":1,"errors":[]})");
    const Json item = kit.get("getItem", {{"itemId", known}}).json();
    EXPECT_EQ(item["name"].text(), "Beans");
    EXPECT_EQ(item["price"].integer(), 1800);
    EXPECT_EQ(item["externalId"].text(), "x1");
    EXPECT_EQ(kit.get("listItems", {}, {{"q", "green"}}).json()[0]["sku"].text(), "B");
    EXPECT_EQ(kit.get("listItems", {}, {{"limit", "1"}}).header("X-Total-Count"), "2");
}

TEST(StockImport, OnlyARowThatCreatesNeedsAName) {
    StockKit kit;
    const std::string known = kit.item({{"name", "Old"}, {"sku", "A"}, {"price", 1}});
    const Json rows = Json::array(
        {row(2, R"({"sku": "A", "price": 19.99})"), row(3, R"({"name": "Tea", "externalId": "x2"})"),
         row(4, R"({"externalId": "x2", "price": 3})"), row(5, R"({"sku": "B", "price": 4})")});
    const Json done = kit.command("import.items", {{"rows", rows}});
    EXPECT_EQ(done.dump(), R"({"created":1,"updated":2,"skipped":0,"counted":1,)"
                           R"("errors":[{"line":5,"message":"field-required:name"}]})");
    const Json item = kit.get("getItem", {{"itemId", known}}).json();
    EXPECT_EQ(item["name"].text(), "Old");
    EXPECT_EQ(item["price"].integer(), 1999);
}

TEST(StockImport, AnAttributeThatARowLeavesOutStays) {
    StockKit kit;
    const std::string known = kit.item(
        {{"name", "Shirt"}, {"sku", "A"}, {"attributes", Json::object({{"size", "M"}, {"colour", "red"}})}});
    const Json rows = Json::array({row(2, R"({"sku": "A", "attributes": {"colour": "blue", "fit": "slim"}})"),
                                   row(3, R"({"sku": "A", "attributes": {"size": "M"}})")});
    const Json done = kit.command("import.items", {{"rows", rows}});
    EXPECT_EQ(done.dump(), R"({"created":0,"updated":1,"skipped":1,"counted":0,"errors":[]})");
    EXPECT_EQ(kit.get("getItem", {{"itemId", known}}).json()["attributes"],
              Json::object({{"size", "M"}, {"colour", "blue"}, {"fit", "slim"}}));
}

TEST(StockImport, WhatIsWrongWithALineIsNamed) {
    StockKit kit;
    kit.item({{"name", "A"}, {"sku", "A"}, {"barcode", "1"}, {"externalId", "x1"}});
    kit.item({{"name", "B"}, {"sku", "B"}});
    const Json rows = Json::array({row(2, R"({"name": "C", "sku": "C", "barcode": "1"})"),
                                   row(3, R"({"name": "A", "externalId": "x1", "sku": "B"})"),
                                   row(4, R"({"name": "D", "parentId": "itm_x"})"),
                                   row(5, R"({"name": "E", "price": 0.0000001})"),
                                   row(6, R"({"name": "A", "sku": "A", "externalId": "x9"})")});
    const Json errors = kit.command("import.items", {{"rows", rows}})["errors"];
    EXPECT_EQ(errors.dump(), R"([{"line":2,"message":"already-exists:barcode"},)"
                             R"({"line":3,"message":"already-exists:sku"},)"
                             R"({"line":4,"message":"item-not-found:itm_x"},)"
                             R"({"line":5,"message":"field-invalid:price"},)"
                             R"({"line":6,"message":"already-exists:sku"}])");
}

TEST(StockHistory, AnItemTellsWhatWasChanged) {
    StockKit kit;
    const std::string id = kit.item({{"name", "A"}, {"price", 10}});
    EXPECT_EQ(kit.patch("updateItem", {{"price", 10}}, {{"itemId", id}}).json()["version"].integer(), 1);
    EXPECT_EQ(kit.patch("updateItem", {{"price", 12}}, {{"itemId", id}}).json()["version"].integer(), 2);
    ASSERT_EQ(kit.history().size(), 2U);
    EXPECT_EQ(kit.history()[0].action, "item.created");
    EXPECT_EQ(kit.history()[1].action, "item.updated");
    EXPECT_EQ(kit.history()[1].changes.dump(), R"([{"field":"price","from":1000,"to":1200}])");
    EXPECT_EQ(kit.command("document.item", {{"id", id}})["label"].text(), "A");
    EXPECT_TRUE(kit.command("document.item", {{"id", "itm_x"}}).isNull());
}

} // namespace
} // namespace svc::stock
