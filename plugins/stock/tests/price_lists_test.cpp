#include <gtest/gtest.h>

#include "tests/stock_kit.hpp"

namespace svc::stock {
namespace {

using testing::Answer;

Json list(const std::string& item, const char* more = "") {
    return Json::parse(R"({"name": "Trade", "discountPercent": 5, "entries": [{"itemId": ")" + item +
                       R"(", "price": 15.50, "fromQuantity": 10}, {"itemId": ")" + item +
                       R"(", "price": 17}])" + more + "}");
}

Json prices(StockKit& kit, const std::string& id, const Json& lines, const char* currency = "EUR",
            const char* date = "2026-11-20") {
    return kit.command(
        "stock.prices",
        {{"priceListId", id}, {"currency", currency}, {"date", date}, {"lines", lines}})["prices"];
}

TEST(StockPriceLists, AListIsKeptReplacedAndListed) {
    StockKit kit;
    const std::string item = kit.item({{"name", "Beans"}});
    const Answer made = kit.post("createPriceList", list(item));
    ASSERT_EQ(made.status, 201) << made.code << made.fault;
    EXPECT_EQ(made.json()["currency"].text(), "EUR");
    EXPECT_EQ(made.json()["entries"][0]["price"].integer(), 1550);
    EXPECT_EQ(made.json()["entries"][1]["fromQuantity"].integer(), 0);
    EXPECT_EQ(kit.get("listPriceLists").json()[0], made.json());
    const std::string id = made.json()["id"].text();
    const Answer replaced =
        kit.call("replacePriceList",
                 {Json::parse(R"({"name": "Retail", "to": "2026-12-31"})"), {{"priceListId", id}}, {}, {}});
    EXPECT_EQ(replaced.status, 200) << replaced.code << replaced.fault;
    EXPECT_EQ(replaced.json()["version"].integer(), 2);
    EXPECT_TRUE(kit.get("listPriceLists").json()[0]["entries"].empty());
    kit.post("createPriceList", list(item));
    const Answer page = kit.get("listPriceLists", {}, {{"limit", "1"}, {"offset", "1"}});
    EXPECT_EQ(page.json()[0]["entries"].size(), 2U);
    EXPECT_EQ(page.header("X-Total-Count"), "2");
}

TEST(StockPriceLists, WhatIsWrongIsNamed) {
    StockKit kit;
    const std::string item = kit.item({{"name", "Beans"}});
    EXPECT_EQ(kit.post("createPriceList", list("itm_x")).code, "item-not-found:itm_x");
    EXPECT_EQ(kit.post("createPriceList", list(item, R"(, "from": "2026-02-01", "to": "2026-01-01")")).code,
              "field-invalid:to");
    Json twice = list(item);
    twice.find("entries")->items()[1].set("fromQuantity", 10);
    EXPECT_EQ(kit.post("createPriceList", twice).code, "field-invalid:entries[1].fromQuantity");
    Json fine = list(item);
    fine.find("entries")->items()[0].set("price", Json::parse("0.0000001"));
    EXPECT_EQ(kit.post("createPriceList", fine).code, "field-invalid:entries[0].price");
    EXPECT_EQ(kit.call("replacePriceList", {list(item), {{"priceListId", "prl_x"}}, {}, {}}).code,
              "price-list-not-found");
}

TEST(StockPriceLists, APriceDependsOnQuantityDateAndCurrency) {
    StockKit kit;
    const std::string item = kit.item({{"name", "Beans"}});
    const std::string other = kit.item({{"name", "Tea"}});
    const std::string id =
        kit.post("createPriceList", list(item, R"(, "from": "2026-11-01", "to": "2026-11-30")"))
            .json()["id"]
            .text();
    const Json lines = Json::parse(R"([{"itemId": ")" + item + R"(", "quantity": 10}, {"itemId": ")" + item +
                                   R"(", "quantity": 9.5}, {"itemId": ")" + other + R"(", "quantity": 1}])");
    const Json found = prices(kit, id, lines);
    EXPECT_EQ(found[0]["price"].integer(), 1550);
    EXPECT_TRUE(found[0]["discountPercent"].isNull());
    EXPECT_EQ(found[1]["price"].integer(), 1700);
    EXPECT_TRUE(found[2]["price"].isNull());
    EXPECT_EQ(found[2]["discountPercent"].integer(), 5);
    EXPECT_TRUE(prices(kit, id, lines, "EUR", "2026-12-01")[0]["price"].isNull());
    EXPECT_TRUE(prices(kit, id, lines, "EUR", "2026-12-01")[2]["discountPercent"].isNull());
    EXPECT_TRUE(prices(kit, id, lines, "USD")[0]["price"].isNull());
    EXPECT_EQ(prices(kit, id, lines, "USD")[0]["discountPercent"].integer(), 5);
    EXPECT_EQ(kit.command("stock.price_list", {{"id", id}})["to"].text(), "2026-11-30");
    EXPECT_TRUE(kit.command("stock.price_list", {{"id", "prl_x"}}).isNull());
}

} // namespace
} // namespace svc::stock
