#include <gtest/gtest.h>

#include "tests/stock_kit.hpp"

namespace svc::stock {
namespace {

using testing::Answer;

class StockMoves : public ::testing::Test {
protected:
    StockKit kit;
    std::string item = kit.item({{"name", "Beans"}, {"cost", 10}});
    std::string store = kit.post("createLocation", {{"name", "Warehouse"}}).json()["id"].text();

    Answer transfer(const std::string& from, const std::string& to, const std::string& id,
                    const char* quantity, const char* more = "") {
        return kit.post("createStockTransfer",
                        Json::parse(R"({"fromLocationId": ")" + from + R"(", "toLocationId": ")" + to +
                                    R"(", "lines": [{"itemId": ")" + id + R"(", "quantity": )" + quantity +
                                    more + "}]}"));
    }
    Answer count(const std::string& id, const char* counted, bool validate = true, const char* more = "") {
        return kit.post("createStockCount",
                        Json::parse(R"({"locationId": ")" + kit.location + R"(", "validate": )" +
                                    (validate ? "true" : "false") + R"(, "lines": [{"itemId": ")" + id +
                                    R"(", "counted": )" + counted + more + "}]}"));
    }
    Answer draft(const char* operation, const std::string& id) {
        return kit.post(operation, Json::object(), {{"countId", id}});
    }
    std::size_t told(std::string_view type) {
        std::size_t found = 0;
        for (const testing::Event& event : kit.events()) {
            found += event.type == type ? 1U : 0U;
        }
        return found;
    }
    std::string stock(const std::string& id) {
        std::string text;
        const Json rows = kit.get("listStock", {}, {{"itemId", id}}).json();
        for (const Json& row : rows.items()) {
            text +=
                row["locationName"].text() + ' ' + row["quantity"].dump() + ' ' + row["value"].dump() + ';';
        }
        return text;
    }
};

TEST_F(StockMoves, ATransferMovesGoodsAndNoValue) {
    kit.adjust(item, "20");
    const std::size_t entries = kit.entries.size();
    const Answer made = transfer(kit.location, store, item, "5");
    ASSERT_EQ(made.status, 201) << made.code << made.fault;
    EXPECT_EQ(made.json()["status"].text(), "completed");
    EXPECT_EQ(stock(item), "Shop 15 15000;Warehouse 5 5000;");
    EXPECT_EQ(kit.entries.size(), entries);
    EXPECT_EQ(told("stock.movement"), 1U);
    const Json moved = kit.get("listStockMovements", {}, {{"reason", "transfer"}}).json();
    ASSERT_EQ(moved.size(), 2U);
    EXPECT_EQ(moved[0]["quantity"].integer(), 5);
    EXPECT_EQ(moved[0]["value"].integer(), 5000);
    EXPECT_EQ(moved[1]["value"].integer(), -5000);
    const Json list = kit.get("listStockTransfers", {}, {{"include", "lines"}}).json();
    EXPECT_EQ(list[0], made.json());
    EXPECT_FALSE(kit.get("listStockTransfers").json()[0].contains("lines"));
    EXPECT_EQ(kit.get("listStockTransfers", {}, {{"locationId", "loc_x"}}).json().size(), 0U);
}

TEST_F(StockMoves, ATransferOfAllKeepsTheAverage) {
    kit.adjust(item, "3", "3.3333");
    EXPECT_EQ(transfer(kit.location, store, item, "3").status, 201);
    EXPECT_EQ(stock(item), "Shop 0 0;Warehouse 3 1000;");
}

TEST_F(StockMoves, WhatIsWrongWithATransferIsNamed) {
    kit.adjust(item, "2");
    const std::string service = kit.item({{"name", "Work"}, {"service", true}});
    EXPECT_EQ(transfer(kit.location, store, item, "3").code, "insufficient-stock:" + item + ":2");
    EXPECT_EQ(transfer(kit.location, kit.location, item, "1").code, "same-location");
    EXPECT_EQ(transfer("loc_x", store, item, "1").code, "location-not-found");
    EXPECT_EQ(transfer(kit.location, "loc_x", item, "1").code, "location-not-found");
    EXPECT_EQ(transfer(kit.location, store, "itm_x", "1").code, "item-not-found:itm_x");
    EXPECT_EQ(transfer(kit.location, store, service, "1").code, "item-not-stocked:" + service);
    EXPECT_EQ(transfer(kit.location, store, item, "-1").code, "field-invalid:lines[0].quantity");
    kit.patch("updateLocation", {{"archived", true}}, {{"locationId", store}});
    EXPECT_EQ(transfer(kit.location, store, item, "1").code, "field-invalid:toLocationId");
    EXPECT_EQ(stock(item), "Shop 2 2000;");
}

TEST_F(StockMoves, ACountCorrectsTheStockAndTheBooks) {
    kit.adjust(item, "23");
    const Answer made = count(item, "22");
    ASSERT_EQ(made.status, 201) << made.code << made.fault;
    EXPECT_EQ(made.json()["status"].text(), "validated");
    EXPECT_EQ(made.json()["lines"][0].dump(),
              R"({"itemId":")" + item +
                  R"(","lotNumber":null,"expected":23,"counted":22,"difference":-1,"value":-1000})");
    EXPECT_EQ(stock(item), "Shop 22 22000;");
    EXPECT_EQ(told("stock.movement"), 2U);
    EXPECT_EQ(kit.events().back().type, "stock.movement");
    const Json shortage = kit.entries.back()["lines"];
    EXPECT_EQ(shortage[0]["role"].text(), "inventory_difference");
    EXPECT_EQ(shortage[0]["debit"].integer(), 1000);
    count(item, "25");
    const Json surplus = kit.entries.back()["lines"];
    EXPECT_EQ(surplus[0]["role"].text(), "inventory");
    EXPECT_EQ(surplus[0]["debit"].integer(), 3000);
    const std::size_t entries = kit.entries.size();
    EXPECT_EQ(count(item, "25").json()["lines"][0]["difference"].integer(), 0);
    EXPECT_EQ(kit.entries.size(), entries);
    EXPECT_EQ(told("stock.movement"), 3U);
}

TEST_F(StockMoves, ADraftReadsWhatIsExpectedWhenItIsValidated) {
    kit.adjust(item, "10");
    const Answer made = count(item, "8", false);
    EXPECT_EQ(made.json()["status"].text(), "draft");
    EXPECT_TRUE(made.json()["lines"][0]["expected"].isNull());
    const std::string id = made.json()["id"].text();
    kit.command("stock.issue", kit.goods(item, "1"));
    const Answer validated = draft("validateStockCount", id);
    ASSERT_EQ(validated.status, 200) << validated.code << validated.fault;
    EXPECT_EQ(validated.json()["lines"][0]["expected"].integer(), 9);
    EXPECT_EQ(validated.json()["lines"][0]["value"].integer(), -1000);
    EXPECT_EQ(validated.json()["version"].integer(), 2);
    EXPECT_EQ(kit.get("listStockCounts", {}, {{"include", "lines"}}).json()[0], validated.json());
    EXPECT_EQ(draft("validateStockCount", id).code, "count-not-draft");
    EXPECT_EQ(draft("cancelStockCount", id).code, "count-not-draft");
    EXPECT_EQ(draft("validateStockCount", "cnt_x").code, "count-not-found");
    EXPECT_EQ(draft("cancelStockCount", "cnt_x").code, "count-not-found");
}

TEST_F(StockMoves, ACancelledDraftMovesNothing) {
    kit.adjust(item, "10");
    const std::string id = count(item, "8", false).json()["id"].text();
    const Answer cancelled = draft("cancelStockCount", id);
    EXPECT_EQ(cancelled.json()["status"].text(), "cancelled");
    EXPECT_EQ(draft("validateStockCount", id).code, "count-not-draft");
    EXPECT_EQ(stock(item), "Shop 10 10000;");
    EXPECT_EQ(kit.get("listStockCounts", {}, {{"status", "draft"}}).json().size(), 0U);
    EXPECT_EQ(kit.get("listStockCounts", {}, {{"status", "draft,cancelled"}}).json().size(), 1U);
}

TEST_F(StockMoves, ADraftOfAnItemThatGotVariantsIsNotValidated) {
    const std::string id = count(item, "8", false).json()["id"].text();
    kit.item({{"name", "Red"}, {"parentId", item}});
    EXPECT_EQ(draft("validateStockCount", id).code, "item-not-stocked:" + item);
    EXPECT_EQ(stock(item), "");
}

TEST_F(StockMoves, ACountFindsWhatNobodyKnewOf) {
    EXPECT_EQ(count(item, "4").json()["lines"][0]["value"].integer(), 4000);
    EXPECT_EQ(stock(item), "Shop 4 4000;");
    EXPECT_EQ(count("itm_x", "1").code, "item-not-found:itm_x");
    const std::string service = kit.item({{"name", "Work"}, {"service", true}});
    EXPECT_EQ(count(service, "1").code, "item-not-stocked:" + service);
    const std::string twice = R"({"locationId": ")" + kit.location + R"(", "lines": [{"itemId": ")" + item +
                              R"(", "counted": 1}, {"itemId": ")" + item + R"(", "counted": 2}]})";
    EXPECT_EQ(kit.post("createStockCount", Json::parse(twice)).code, "field-invalid:lines[1].itemId");
}

TEST_F(StockMoves, WhatIsKeptForADeliveryCannotBeCountedAway) {
    kit.adjust(item, "5");
    kit.command("stock.reserve", kit.goods(item, "4"));
    EXPECT_EQ(count(item, "3").code, "insufficient-stock:" + item + ":1");
}

TEST_F(StockMoves, LotsAreMovedAndCountedByTheirNumbers) {
    const std::string milk = kit.item({{"name", "Milk"}, {"trackLots", true}, {"cost", 1}});
    EXPECT_EQ(count(milk, "6").code, "field-required:lines[0].lotNumber");
    EXPECT_EQ(count(milk, "6", true, R"(, "lotNumber": "L1")").status, 201);
    EXPECT_EQ(transfer(kit.location, store, milk, "2").code, "field-required:lines[0].lotNumber");
    EXPECT_EQ(transfer(kit.location, store, milk, "2", R"(, "lotNumber": "L2")").code,
              "insufficient-stock:" + milk + ":0");
    EXPECT_EQ(transfer(kit.location, store, milk, "2", R"(, "lotNumber": "L1")").status, 201);
    EXPECT_EQ(stock(milk), "Shop 4 400;Warehouse 2 200;");
}

TEST_F(StockMoves, LowIsToldByACountAndNeverByATransfer) {
    const std::string scarce = kit.item({{"name", "Scarce"}, {"alertThreshold", 5}});
    kit.adjust(scarce, "6");
    transfer(kit.location, store, scarce, "4");
    EXPECT_EQ(told("stock.low"), 0U);
    count(scarce, "0");
    EXPECT_EQ(told("stock.low"), 1U);
}

} // namespace
} // namespace svc::stock
