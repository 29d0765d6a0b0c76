#include <atomic>
#include <thread>

#include <gtest/gtest.h>

#include "tests/stock_kit.hpp"

namespace svc::stock {
namespace {

using testing::Answer;

std::size_t count(const StockKit& kit, std::string_view type) {
    std::size_t found = 0;
    for (const testing::Event& event : kit.events()) {
        found += event.type == type ? 1U : 0U;
    }
    return found;
}

TEST(StockItems, AnItemIsKeptWithEveryField) {
    StockKit kit;
    const Answer made = kit.post("createItem", {{"name", "Beans"},
                                                {"sku", "B-1"},
                                                {"price", Json::parse("0.0125")},
                                                {"taxRate", Json::parse("5.5")},
                                                {"taxCategory", "S"},
                                                {"attributes", Json::object({{"size", "M"}})}});
    ASSERT_EQ(made.status, 201) << made.code << made.fault;
    EXPECT_EQ(made.header("ETag"), "\"1\"");
    const Answer read = kit.get("getItem", {{"itemId", made.json()["id"].text()}});
    EXPECT_EQ(read.json(), made.json());
    EXPECT_EQ(read.json()["price"].dump(), "1.25");
    EXPECT_TRUE(read.json()["parentId"].isNull());
    EXPECT_EQ(read.json().size(), 27U);
    EXPECT_EQ(read.json()["attributes"]["size"].text(), "M");
    EXPECT_EQ(read.json()["createdBy"]["kind"].text(), "user");
}

TEST(StockItems, NumbersAreUniqueInTheCompany) {
    StockKit kit;
    kit.item({{"name", "A"}, {"sku", "S"}, {"barcode", "B"}, {"externalId", "E"}});
    EXPECT_EQ(kit.post("createItem", {{"name", "B"}, {"sku", "S"}}).code, "already-exists:sku");
    EXPECT_EQ(kit.post("createItem", {{"name", "B"}, {"barcode", "B"}}).code, "already-exists:barcode");
    EXPECT_EQ(kit.post("createItem", {{"name", "B"}, {"externalId", "E"}}).code, "already-exists:externalId");
    const std::string other = kit.item({{"name", "B"}, {"sku", "T"}});
    EXPECT_EQ(kit.patch("updateItem", {{"sku", "S"}}, {{"itemId", other}}).code, "already-exists:sku");
}

TEST(StockItems, ThePlanHasACeiling) {
    StockKit kit;
    kit.host().planLimit("items", 1);
    const std::string first = kit.item({{"name", "A"}});
    EXPECT_EQ(kit.post("createItem", {{"name", "B"}}).code, "plan-limit:items:1");
    kit.patch("updateItem", {{"archived", true}}, {{"itemId", first}});
    kit.item({{"name", "B"}});
    EXPECT_EQ(kit.patch("updateItem", {{"archived", false}}, {{"itemId", first}}).code, "plan-limit:items:1");
}

TEST(StockItems, AVariantNeedsAParentThatIsNoVariant) {
    StockKit kit;
    const std::string parent = kit.item({{"name", "Shirt"}});
    const std::string variant = kit.item({{"name", "Shirt M"}, {"parentId", parent}});
    EXPECT_EQ(kit.post("createItem", {{"name", "X"}, {"parentId", variant}}).code, "field-invalid:parentId");
    EXPECT_EQ(kit.post("createItem", {{"name", "X"}, {"parentId", "itm_x"}}).code, "item-not-found:itm_x");
    EXPECT_EQ(kit.patch("updateItem", {{"parentId", variant}}, {{"itemId", parent}}).code,
              "field-invalid:parentId");
    EXPECT_EQ(kit.adjust(parent, "1").code, "item-not-stocked:" + parent);
    const Json sold = kit.command("stock.items", {{"ids", Json::array({parent, variant, "itm_unknown"})}});
    ASSERT_EQ(sold["items"].size(), 2U);
    for (const Json& item : sold["items"].items()) {
        EXPECT_EQ(item["isParent"].boolean(), item["id"].text() == parent);
    }
}

TEST(StockItems, TheListHasItsOrderAndItsFilters) {
    StockKit kit;
    kit.item({{"name", "banana"}, {"category", "fruit"}});
    kit.item({{"name", "Apple 100%"}, {"category", "fruit"}, {"sku", "APL"}, {"alertThreshold", 5}});
    kit.item({{"name", "Delivery"}, {"service", true}});
    const std::string old = kit.item({{"name", "Old"}, {"barcode", "1"}});
    kit.patch("updateItem", {{"archived", true}}, {{"itemId", old}});
    const auto names = [&](const StockKit::Values& query) {
        std::string text;
        const Json items = kit.get("listItems", {}, query).json();
        for (const Json& item : items.items()) {
            text += item["name"].text() + ';';
        }
        return text;
    };
    EXPECT_EQ(names({}), "Apple 100%;banana;Delivery;");
    EXPECT_EQ(names({{"q", "100%"}}), "Apple 100%;");
    EXPECT_EQ(names({{"q", "ÀPPL"}}), "Apple 100%;");
    EXPECT_EQ(names({{"q", "ana"}}), "banana;");
    EXPECT_EQ(names({{"q", "apl apple"}}), "Apple 100%;");
    EXPECT_EQ(names({{"q", "apple banana"}}), "");
    EXPECT_EQ(names({{"sort", "-name"}}), "Delivery;banana;Apple 100%;");
    EXPECT_EQ(names({{"q", "pple nana"}}), "");
    EXPECT_EQ(names({{"q", "pple 10"}}), "Apple 100%;");
    EXPECT_EQ(names({{"q", "_"}}), "");
    EXPECT_EQ(names({{"q", "old"}}), "");
    EXPECT_EQ(names({{"q", "old"}, {"archived", "true"}}), "Old;");
    EXPECT_EQ(names({{"q", "ana"}, {"category", "tools"}}), "");
    EXPECT_EQ(names({{"category", "fruit"}, {"limit", "1"}, {"offset", "1"}}), "banana;");
    EXPECT_EQ(names({{"service", "true"}}), "Delivery;");
    EXPECT_EQ(names({{"sku", "APL"}}), "Apple 100%;");
    EXPECT_EQ(names({{"low", "true"}}), "Apple 100%;");
    EXPECT_EQ(names({{"archived", "true"}}), "Old;");
    EXPECT_EQ(kit.get("listItems", {}, {{"limit", "2"}}).header("X-Total-Count"), "3");
    EXPECT_EQ(kit.get("listItems", {}, {{"offset", "9"}}).header("X-Total-Count"), "3");
}

TEST(StockItems, AWordOfVeryManyIsCountedWithoutTheArchived) {
    StockKit kit;
    const std::string van = kit.post("createLocation", {{"name", "Van"}}).json()["id"].text();
    const auto uuid = [](const std::string& id) { return decodeId("loc", id)->toString(); };
    // Three in 2,100 are archived.
    const auto fill = [&](const std::string& sql) { kit.database().run("INSERT INTO stock." + sql); };
    fill("item (company_id, id, name, service, unit, price, cost, track_stock, track_lots, archived,"
         " created_at, updated_at) SELECT '" +
         kit.situation().company.toString() +
         "', md5(n::text)::uuid, 'Nail ' || lpad(n::text, 4, '0'), false, 'C62', n, 0, true, false, n < 3,"
         " now(), now() FROM generate_series(0, 2099) AS n");
    fill("item_cost (company_id, item_id) SELECT company_id, id FROM stock.item");
    fill("level (company_id, item_id, location_id, quantity) SELECT company_id, id, p::uuid, 1"
         " FROM stock.item, unnest(ARRAY['" +
         uuid(kit.location) + "', '" + uuid(van) + "']) AS p");
    for (const char* table : {"item", "level"}) {
        kit.database().run(std::string("ANALYZE stock.") + table);
    }
    const auto total = [&](const char* list, StockKit::Values query) {
        query["limit"] = "2";
        return kit.get(list, {}, query).header("X-Total-Count");
    };
    EXPECT_EQ(kit.get("listItems", {}, {{"q", "nai"}, {"limit", "2"}}).json()[1]["name"].text(), "Nail 0004");
    EXPECT_EQ(total("listItems", {{"q", "nai"}}), "2097");
    EXPECT_EQ(total("listItems", {{"q", "nail"}, {"archived", "true"}}), "3");
    EXPECT_EQ(total("listItems", {{"q", "nail 001"}}), "10");
    EXPECT_EQ(total("listItems", {{"q", "nail"}, {"service", "true"}}), "0");
    EXPECT_EQ(total("listStock", {{"q", "nail"}}), "4194");
    EXPECT_EQ(total("listStock", {{"q", "nail"}, {"locationId", van}}), "2097");
    EXPECT_EQ(kit.get("listStock", {}, {{"q", "nail"}, {"limit", "3"}}).json()[2]["itemName"].text(),
              "Nail 0004");
}

TEST(StockItems, AChangeHasItsVersion) {
    StockKit kit;
    const std::string id = kit.item({{"name", "A"}});
    const auto patch = [&](const char* match) {
        return kit.call("updateItem",
                        {Json::object({{"name", "B"}}), {{"itemId", id}}, {}, {{"If-Match", match}}});
    };
    EXPECT_EQ(patch("\"7\"").code, "version-mismatch");
    EXPECT_EQ(patch("\"1\"").json()["version"].integer(), 2);
    EXPECT_EQ(kit.get("getItem", {{"itemId", "itm_nothing"}}).code, "item-not-found:itm_nothing");
}

TEST(StockItems, AThresholdAboveTheQuantityIsTold) {
    StockKit kit;
    kit.unit.set("defaultLocationId", kit.location);
    const std::string id = kit.item({{"name", "A"}});
    kit.adjust(id, "5");
    kit.patch("updateItem", {{"alertThreshold", 5}}, {{"itemId", id}});
    EXPECT_EQ(count(kit, "stock.low"), 0U);
    kit.patch("updateItem", {{"alertThreshold", 6}}, {{"itemId", id}});
    kit.patch("updateItem", {{"alertThreshold", 7}}, {{"itemId", id}});
    EXPECT_EQ(count(kit, "stock.low"), 1U);
}

TEST(StockItems, GoodsInStockStayCounted) {
    StockKit kit;
    const std::string id = kit.item({{"name", "A"}});
    kit.adjust(id, "5");
    EXPECT_EQ(kit.patch("updateItem", {{"trackStock", false}}, {{"itemId", id}}).code,
              "field-invalid:trackStock");
    EXPECT_EQ(kit.patch("updateItem", {{"service", true}}, {{"itemId", id}}).code, "field-invalid:service");
}

TEST(StockLocations, LocationsAreMadeListedAndChanged) {
    StockKit kit;
    const Answer made = kit.post("createLocation", {{"name", "Warehouse"}, {"kind", "warehouse"}});
    ASSERT_EQ(made.status, 201) << made.code << made.fault;
    EXPECT_EQ(made.json()["businessUnitId"].text(), kit.unit["id"].text());
    EXPECT_EQ(kit.post("createLocation", {{"name", "X"}, {"businessUnitId", "bus_x"}}).code,
              "business-unit-not-found");
    const Answer changed =
        kit.patch("updateLocation", {{"archived", true}}, {{"locationId", made.json()["id"].text()}});
    EXPECT_EQ(changed.json()["version"].integer(), 2);
    const Answer list = kit.get("listLocations");
    EXPECT_EQ(list.header("X-Total-Count"), "1");
    EXPECT_EQ(list.json()[0]["name"].text(), "Shop");
    const Answer archived = kit.get("listLocations", {}, {{"archived", "true"}});
    EXPECT_EQ(archived.header("X-Total-Count"), "1");
    EXPECT_EQ(archived.json()[0]["name"].text(), "Warehouse");
    EXPECT_EQ(
        kit.command("stock.location", {{"id", nullptr}, {"businessUnitId", kit.unit["id"]}})["id"].text(),
        kit.location);
    EXPECT_TRUE(kit.command("stock.location", {{"id", "loc_x"}}).isNull());
}

TEST(StockAdjustments, AnAdjustmentMovesGoodsValuesAndTheBooks) {
    StockKit kit;
    const std::string id = kit.item({{"name", "Beans"}, {"cost", 10}});
    const Answer in = kit.adjust(id, "25");
    ASSERT_EQ(in.status, 201) << in.code << in.fault;
    EXPECT_EQ(in.json()["movements"][0]["value"].integer(), 25000);
    ASSERT_EQ(kit.entries.size(), 1U);
    EXPECT_EQ(kit.entries[0]["lines"][0]["role"].text(), "inventory");
    EXPECT_EQ(kit.entries[0]["lines"][0]["debit"].integer(), 25000);
    EXPECT_EQ(kit.entries[0]["lines"][1]["role"].text(), "inventory_difference");

    const Answer out = kit.adjust(id, "-2", "null", "loss");
    EXPECT_EQ(out.json()["movements"][0]["quantityAfter"].integer(), 23);
    EXPECT_EQ(out.json()["movements"][0]["value"].integer(), -2000);
    EXPECT_EQ(count(kit, "stock.movement"), 2U);
    const Json stock = kit.stockOf(id);
    EXPECT_EQ(stock["quantity"].integer(), 23);
    EXPECT_EQ(stock["value"].integer(), 23000);
    EXPECT_EQ(stock["locationName"].text(), "Shop");
    const Answer movements = kit.get("listStockMovements", {}, {{"itemId", id}});
    EXPECT_EQ(movements.json()[0], out.json()["movements"][0]);
    EXPECT_EQ(movements.header("X-Total-Count"), "2");
    EXPECT_EQ(kit.get("listStockMovements", {}, {{"reason", "loss,sale"}}).json().size(), 1U);
    EXPECT_EQ(kit.get("listStockMovements", {}, {{"to", "2026-11-19"}}).json().size(), 0U);
    EXPECT_EQ(kit.get("listStockMovements", {}, {{"from", "2026-11-20"}, {"locationId", kit.location}})
                  .json()
                  .size(),
              2U);
}

TEST(StockAdjustments, WhatIsWrongIsNamed) {
    StockKit kit;
    const std::string goods = kit.item({{"name", "A"}});
    const std::string service = kit.item({{"name", "B"}, {"service", true}});
    const std::string lots = kit.item({{"name", "C"}, {"trackLots", true}});
    EXPECT_EQ(kit.adjust(goods, "0").code, "field-invalid:lines[0].quantity");
    EXPECT_EQ(kit.adjust(goods, "0.0000001").code, "field-invalid:lines[0].quantity");
    EXPECT_EQ(kit.adjust(goods, "1", "null", "loss").code, "field-invalid:lines[0].quantity");
    EXPECT_EQ(kit.adjust(goods, "-1", "null", "return").code, "field-invalid:lines[0].quantity");
    EXPECT_EQ(kit.adjust(goods, "1", "0.0000001").code, "field-invalid:lines[0].unitCost");
    EXPECT_EQ(kit.adjust(goods, "-1").code, "insufficient-stock:" + goods + ":0");
    EXPECT_EQ(kit.adjust(service, "1").code, "item-not-stocked:" + service);
    EXPECT_EQ(kit.adjust(lots, "1").code, "field-required:lines[0].lotNumber");
    EXPECT_EQ(kit.adjust("itm_x", "1").code, "item-not-found:itm_x");
    kit.location = "loc_x";
    EXPECT_EQ(kit.adjust(goods, "1").code, "location-not-found");
    EXPECT_EQ(kit.events().size(), 0U);
}

TEST(StockIssue, GoodsLeaveAtTheAverageCostAndComeBack) {
    StockKit kit;
    const std::string id = kit.item({{"name", "Beans"}});
    kit.adjust(id, "10", "1.00");
    kit.adjust(id, "10", "2.00");
    const Json issued = kit.command("stock.issue", kit.goods(id, "5"));
    EXPECT_EQ(issued["value"].integer(), -750);
    EXPECT_EQ(issued["movements"][0]["unitCost"].integer(), 150);
    EXPECT_EQ(kit.entries.back()["lines"][0]["role"].text(), "inventory_variation");
    EXPECT_EQ(kit.entries.back()["lines"][0]["debit"].integer(), 750);
    EXPECT_EQ(kit.entries.back()["businessUnitId"].text(), kit.unit["id"].text());
    EXPECT_EQ(count(kit, "stock.movement"), 2U);

    const Json returned = kit.command("stock.return", kit.goods(id, "5"));
    EXPECT_EQ(returned["value"].integer(), 750);
    EXPECT_EQ(kit.stockOf(id)["value"].integer(), 3000);
    EXPECT_EQ(kit.entries.back()["lines"][0]["role"].text(), "inventory");
}

TEST(StockIssue, WhatHasNoStockMovesNothing) {
    StockKit kit;
    const std::string service = kit.item({{"name", "B"}, {"service", true}});
    EXPECT_TRUE(kit.command("stock.issue", kit.goods(service, "5"))["movements"].empty());
    EXPECT_TRUE(kit.command("stock.return", kit.goods(service, "5"))["movements"].empty());
    EXPECT_EQ(kit.refusal("stock.issue", kit.goods("itm_x", "1")), "item-not-found:itm_x");
}

TEST(StockIssue, ReservedGoodsAreKept) {
    StockKit kit;
    const std::string id = kit.item({{"name", "Beans"}});
    kit.adjust(id, "5");
    kit.command("stock.reserve", kit.goods(id, "4"));
    EXPECT_EQ(kit.stockOf(id)["available"].integer(), 1);
    EXPECT_EQ(kit.refusal("stock.issue", kit.goods(id, "1.5")), "insufficient-stock:" + id + ":1");
    EXPECT_EQ(kit.refusal("stock.reserve", kit.goods(id, "2")), "insufficient-stock:" + id + ":1");
    kit.command("stock.release", kit.goods(id, "4"));
    EXPECT_EQ(kit.refusal("stock.issue", kit.goods(id, "5")), "");
}

TEST(StockIssue, ADeliveryTakesOutWhatWasReservedForIt) {
    StockKit kit;
    const std::string id = kit.item({{"name", "Beans"}});
    kit.adjust(id, "5");
    kit.command("stock.reserve", kit.goods(id, "4"));
    Json delivery = kit.goods(id, "3");
    delivery.set("fromReserved", true);
    kit.command("stock.issue", delivery);
    EXPECT_EQ(kit.stockOf(id)["quantity"].integer(), 2);
    EXPECT_EQ(kit.stockOf(id)["reserved"].integer(), 1);
    EXPECT_EQ(kit.stockOf(id)["available"].integer(), 1);
}

TEST(StockReceive, BoughtGoodsGiveTheAverageAndTheLastCost) {
    StockKit kit;
    const std::string id = kit.item({{"name", "Beans"}});
    kit.adjust(id, "10", "1.00");
    Json receipt = kit.goods(id, "30");
    receipt.set("reason", "purchase");
    receipt.find("lines")->items()[0].set("unitCost", 120);
    const Json received = kit.command("stock.receive", receipt);
    EXPECT_EQ(received["value"].integer(), 3600);
    const Json item = kit.get("getItem", {{"itemId", id}}).json();
    EXPECT_EQ(item["cost"].dump(), "120");
    EXPECT_EQ(item["averageCost"].dump(), "115");
    EXPECT_EQ(kit.entries.back()["lines"][0]["role"].text(), "inventory");
    EXPECT_EQ(kit.entries.back()["lines"][0]["debit"].integer(), 3600);
    EXPECT_EQ(kit.entries.back()["lines"][1]["role"].text(), "inventory_variation");
    EXPECT_EQ(count(kit, "stock.movement"), 1U);
}

TEST(StockLots, QuantitiesAreKeptPerLot) {
    StockKit kit;
    const std::string id = kit.item({{"name", "Milk"}, {"trackLots", true}});
    Json receipt = kit.goods(id, "5");
    receipt.find("lines")
        ->items()[0]
        .set("lotNumber", "L1")
        .set("unitCost", 100)
        .set("expiresOn", "2026-12-24");
    kit.command("stock.receive", receipt);
    receipt.find("lines")->items()[0].set("lotNumber", "L2");
    kit.command("stock.receive", receipt);
    Json issue = kit.goods(id, "6");
    EXPECT_EQ(kit.refusal("stock.issue", issue), "field-required:lines[0].lotNumber");
    issue.find("lines")->items()[0].set("lotNumber", "L3");
    EXPECT_EQ(kit.refusal("stock.issue", issue), "insufficient-stock:" + id + ":0");
    issue.find("lines")->items()[0].set("lotNumber", "L1");
    EXPECT_EQ(kit.refusal("stock.issue", issue), "insufficient-stock:" + id + ":5");
    issue.find("lines")->items()[0].set("quantity", 5);
    EXPECT_EQ(kit.refusal("stock.issue", issue), "");
    EXPECT_EQ(kit.stockOf(id)["quantity"].integer(), 5);
}

TEST(StockLots, GoodsThatWereSoldWithoutLotComeBackAsOne) {
    StockKit kit;
    const std::string id = kit.item({{"name", "Milk"}});
    kit.adjust(id, "2", "1.00");
    kit.command("stock.issue", kit.goods(id, "2"));
    EXPECT_EQ(kit.patch("updateItem", {{"trackLots", true}}, {{"itemId", id}}).status, 200);
    Json back = kit.goods(id, "1");
    back.set("documentNumber", "INV-1");
    EXPECT_EQ(kit.refusal("stock.return", back), "");
    EXPECT_EQ(kit.refusal("stock.return", kit.goods(id, "1")), "");
    const Json lots = kit.get("listStock", {}, {{"itemId", id}, {"include", "lots"}}).json()[0]["lots"];
    ASSERT_EQ(lots.size(), 2U);
    EXPECT_EQ(lots[0]["lotNumber"].text(), "INV-1");
    EXPECT_EQ(lots[1]["lotNumber"].text(), "sal_1") << "without a number";
    back.find("lines")->items()[0].set("lotNumber", "INV-1");
    EXPECT_EQ(kit.refusal("stock.issue", back), "") << "and can be sold again";
}

TEST(StockIssue, LowIsToldOncePerFall) {
    StockKit kit;
    const std::string id = kit.item({{"name", "Beans"}, {"alertThreshold", 5}});
    kit.adjust(id, "6");
    kit.command("stock.issue", kit.goods(id, "1"));
    EXPECT_EQ(count(kit, "stock.low"), 0U);
    kit.command("stock.issue", kit.goods(id, "1"));
    kit.command("stock.issue", kit.goods(id, "1"));
    EXPECT_EQ(count(kit, "stock.low"), 1U);
    kit.adjust(id, "2");
    kit.command("stock.issue", kit.goods(id, "2"));
    EXPECT_EQ(count(kit, "stock.low"), 2U);
    EXPECT_EQ(kit.events().back().data["quantity"].integer(), 3);
    EXPECT_EQ(kit.events().back().data["locationId"].text(), kit.location);
}

TEST(StockIssue, LotsAreIssuedByTheirNumber) {
    StockKit kit;
    const std::string id = kit.item({{"name", "Yoghurt"}, {"trackLots", true}});
    const auto lot = [&](const char* number, const char* quantity) {
        Json body = kit.goods(id, quantity);
        body.set("locationId", kit.location);
        Json line = body["lines"][0];
        line.set("lotNumber", number);
        return body.set("lines", Json::array({line}));
    };
    Json in = lot("L1", "3");
    in.set("reason", "adjustment");
    EXPECT_EQ(kit.post("createStockAdjustment", in).status, 201);
    EXPECT_EQ(kit.refusal("stock.issue", kit.goods(id, "1")), "field-required:lines[0].lotNumber");
    EXPECT_EQ(kit.refusal("stock.issue", lot("L2", "1")), "insufficient-stock:" + id + ":0");
    EXPECT_EQ(kit.refusal("stock.issue", lot("L1", "2")), "");
    EXPECT_EQ(kit.get("listStockMovements").json()[0]["lotNumber"].text(), "L1");
}

TEST(StockIssue, ManyBuyersNeverSellMoreThanThereIs) {
    StockKit kit;
    const std::string a = kit.item({{"name", "A"}, {"cost", 1}});
    const std::string b = kit.item({{"name", "B"}, {"cost", 2}});
    kit.adjust(a, "20");
    kit.adjust(b, "20");
    // Each buyer takes both items, half of the buyers in the opposite order: this must not deadlock.
    Json forwards = kit.goods(a, "1");
    Json backwards = kit.goods(b, "1");
    Json first = forwards["lines"][0];
    Json second = backwards["lines"][0];
    forwards.set("lines", Json::array({first, second}));
    backwards.set("lines", Json::array({second, first}));
    std::atomic<int> sold{0};
    std::atomic<int> refused{0};
    std::vector<std::thread> buyers;
    for (int i = 0; i < 16; ++i) {
        buyers.emplace_back([&, i] {
            for (int j = 0; j < 3; ++j) {
                const std::string code = kit.refusal("stock.issue", i % 2 == 0 ? forwards : backwards);
                (code.empty() ? sold : refused) += 1;
                if (!code.empty()) {
                    EXPECT_EQ(code, "insufficient-stock:" + (i % 2 == 0 ? a : b) + ":0");
                }
            }
        });
    }
    for (std::thread& buyer : buyers) {
        buyer.join();
    }
    EXPECT_EQ(sold, 20);
    EXPECT_EQ(refused, 28);
    for (const std::string& item : {a, b}) {
        EXPECT_EQ(kit.stockOf(item)["quantity"].integer(), 0);
        EXPECT_EQ(kit.stockOf(item)["value"].integer(), 0);
    }
    const auto sums = kit.database().run("SELECT sum(quantity), sum(value), count(*) FROM stock.movement");
    EXPECT_EQ(*sums.rows[0][0], "0.000000");
    EXPECT_EQ(*sums.rows[0][1], "0");
    EXPECT_EQ(*sums.rows[0][2], "42");
}

TEST(StockDemonstration, TheSampleCatalogueIsInStockAndValued) {
    StockKit kit;
    kit.command("stock.demonstrate", {{"locationId", kit.location}});
    EXPECT_GE(kit.get("listItems").json().size(), 14U);
    const auto value = kit.database().run("SELECT sum(value) FROM stock.item_cost");
    EXPECT_EQ(*value.rows[0][0], std::to_string(kit.entries.at(0)["lines"][0]["debit"].integer()));
}

TEST(StockTables, MovementsCannotBeChangedAndCompaniesAreApart) {
    StockKit kit;
    const std::string id = kit.item({{"name", "Beans"}});
    kit.adjust(id, "10");
    auto transaction = kit.database().begin(kit.situation().company);
    EXPECT_EQ(transaction->run({"UPDATE stock.movement SET quantity = 1", {}, {}}).affected, 0U);
    EXPECT_EQ(transaction->run({"DELETE FROM stock.movement", {}, {}}).affected, 0U);
    EXPECT_THROW(transaction->run({"UPDATE stock.level SET quantity = -1", {}, {}}), testing::DatabaseError);
    kit.situation().company = *Uuid::parse("01890a5d-ac96-774b-bcce-000000000002");
    EXPECT_EQ(kit.get("getItem", {{"itemId", id}}).status, 404);
    EXPECT_TRUE(kit.get("listStock").json().empty());
}

} // namespace
} // namespace svc::stock
