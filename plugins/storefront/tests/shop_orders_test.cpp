// Orders of external shops, and their changes by the shop and by users of the company.
#include <gtest/gtest.h>

#include <svc/testing/plugin_test.hpp>

namespace svc::storefront::testing {
namespace {

using std::string;

class ShopOrders : public ::testing::Test {
protected:
    ShopOrders() {
        test.host().eventTypes({"order_request.received"});
        test.host().businessUnit(Json::object({{"id", encodeId("bus", unit)}}));
        test.situation().facts.set("vatNumber", "FR40303265045");
        test.situation().facts.set("pricesIncludeTax", false);
        test.database().run("CREATE SCHEMA IF NOT EXISTS stock");
        test.database().run(
            "CREATE TABLE IF NOT EXISTS stock.v1_catalogue (company_id uuid, id uuid, name text,"
            " sku text, category text, description text, price numeric, unit text,"
            " service boolean, track_stock boolean, tax_category text, tax_rate numeric,"
            " available numeric)");
        test.database().run("GRANT USAGE ON SCHEMA stock TO PUBLIC");
        test.database().run("GRANT SELECT ON stock.v1_catalogue TO PUBLIC");
        addItem("BAR3");
        test.offer("sales.create", [this](const Json& input) {
            sold.push_back(input);
            return Json::object({{"id", encodeId("sal", unit)}});
        });
    }

    void addItem(const string& sku) {
        test.database().run("INSERT INTO stock.v1_catalogue VALUES ('" + test.situation().company.toString() +
                            "', '" + item.toString() + "', 'Bar', '" + sku +
                            "', NULL, NULL, NULL, 'C62', false, true, 'S', 20, 0)");
    }
    static Json line(const Json& sku, const string& price, const string& quantity = "1",
                     const Json& rate = 20) {
        return Json::object({{"sku", sku},
                             {"label", "Bar of soap"},
                             {"quantity", Json::number(quantity)},
                             {"unitPrice", Json::number(price)},
                             {"taxRate", rate}});
    }
    static Json orderWith(Json lines, const string& currency = "EUR") {
        return Json::object(
            {{"externalId", "woocommerce:shop.example:727"},
             {"number", "727"},
             {"placedAt", "2026-11-20T08:00:00Z"},
             {"currency", currency},
             {"pricesIncludeTax", false},
             {"total", Json::number("29.35")},
             {"refunded", nullptr},
             {"customer", Json::object({{"name", "Anne Morel"}, {"email", "a@quais.example"}})},
             {"deliveryAddress", Json::object({{"city", "Lille"}})},
             {"lines", std::move(lines)},
             {"note", " Ring twice "}});
    }
    static Json order() { return orderWith(Json::array({line("BAR3", "12", "2"), line(nullptr, "10")})); }
    string receive(const Json& order) {
        return test
            .command("storefront.receive_order",
                     Json::object({{"source", "woocommerce"}, {"order", order}}))["change"]
            .text();
    }
    string refusal(const Json& order) {
        try {
            return receive(order);
        } catch (const ApiError& error) {
            return string(error.code());
        }
    }
    string withdraw() {
        return test
            .command("storefront.withdraw_order",
                     Json::object({{"externalId", "woocommerce:shop.example:727"}}))["change"]
            .text();
    }
    Json all() { return test.get("listOrderRequests").json(); }
    Json shown() { return all()[0]; }
    int accept() {
        return test.post("acceptOrderRequest", Json::object(), {{"orderRequestId", shown()["id"].text()}})
            .status;
    }
    string lastAction() { return test.history().back().action; }

    Uuid unit = *Uuid::parse("01890a5d-ac96-774b-bcce-b302099a8059");
    Uuid item = *Uuid::parse("01890a5d-ac96-774b-bcce-b302099a805a");
    svc::testing::PluginTest test{SVC_PLUGIN_FOLDER};
    std::vector<Json> sold;
};

TEST_F(ShopOrders, AreReceivedOnceWithTheirPricesAndItems) {
    EXPECT_EQ(receive(order()), "created");
    EXPECT_EQ(receive(order()), "none");
    ASSERT_EQ(all().size(), 1U);
    const Json one = shown();
    EXPECT_EQ(one["channel"].text(), "shop");
    EXPECT_EQ(one["total"].integer(), 4080);
    EXPECT_EQ(one["version"].integer(), 1);
    EXPECT_EQ(one["note"].text(), "Ring twice");
    EXPECT_EQ(one["lines"][0]["itemId"].text(), encodeId("itm", item));
    EXPECT_TRUE(one["lines"][1]["itemId"].isNull());
    EXPECT_EQ(one["source"].dump(),
              R"({"provider":"woocommerce","externalId":"woocommerce:shop.example:727","number":"727",)"
              R"("placedAt":"2026-11-20T08:00:00.000Z","total":2935,"refunded":null,)"
              R"("deliveryAddress":{"city":"Lille"},"change":null})");
    ASSERT_EQ(test.events().size(), 1U);
    EXPECT_EQ(test.events()[0].type, "order_request.received");
}

TEST_F(ShopOrders, AreFollowedUntilSomebodyDecides) {
    receive(order());
    EXPECT_EQ(receive(orderWith(Json::array({line("BAR3", "12", "3")}))), "updated");
    EXPECT_EQ(shown()["lines"].size(), 1U);
    EXPECT_EQ(shown()["total"].integer(), 4320);
    EXPECT_EQ(shown()["version"].integer(), 2);
    EXPECT_EQ(lastAction(), "changed_by_shop");
    EXPECT_EQ(test.events().size(), 1U) << "it was told once";
    ASSERT_EQ(accept(), 201);
    EXPECT_EQ(receive(order()), "none");
    EXPECT_EQ(shown()["source"]["change"].text(), "changed");
    EXPECT_EQ(shown()["lines"].size(), 1U) << "what was sold stays";
    const std::size_t lines = test.history().size();
    EXPECT_EQ(receive(order()), "none");
    EXPECT_EQ(test.history().size(), lines) << "the same is noted once";
    receive(orderWith(Json::array({line("BAR3", "12", "3")})));
    EXPECT_TRUE(shown()["source"]["change"].isNull()) << "it is as it was sold";
    EXPECT_EQ(withdraw(), "none");
    EXPECT_EQ(shown()["source"]["change"].text(), "cancelled");
    EXPECT_EQ(shown()["status"].text(), "accepted");
}

TEST_F(ShopOrders, ThatAreCancelledWaitNoMoreAndMayComeBack) {
    EXPECT_EQ(withdraw(), "none") << "nobody knows it";
    receive(order());
    EXPECT_EQ(withdraw(), "withdrawn");
    EXPECT_EQ(shown()["status"].text(), "rejected");
    EXPECT_EQ(shown()["reason"].text(), "Cancelled in the shop");
    EXPECT_FALSE(shown()["decidedAt"].isNull());
    EXPECT_EQ(withdraw(), "none");
    EXPECT_EQ(receive(order()), "updated") << "paid after all";
    EXPECT_EQ(shown()["status"].text(), "received");
    EXPECT_TRUE(shown()["source"]["change"].isNull());
    EXPECT_TRUE(shown()["reason"].isNull());
    EXPECT_EQ(shown()["lines"].size(), 2U);
    EXPECT_EQ(test.events().size(), 1U);
    EXPECT_EQ(test.post("rejectOrderRequest", Json::object({{"reason", "Too far"}}),
                        {{"orderRequestId", shown()["id"].text()}})
                  .status,
              200);
    EXPECT_EQ(receive(orderWith(Json::array({line("BAR3", "1")}))), "none") << "a person has decided";
    EXPECT_EQ(shown()["status"].text(), "rejected");
    EXPECT_EQ(shown()["reason"].text(), "Too far");
}

TEST_F(ShopOrders, BecomeSalesAtThePricesAndRatesOfTheShop) {
    receive(orderWith(Json::array(
        {line("BAR3", "3.3333333333", "3", Json::number("5.5")), line(nullptr, "2", "-1", nullptr)})));
    ASSERT_EQ(accept(), 201);
    ASSERT_EQ(sold.size(), 1U);
    EXPECT_EQ(sold[0]["pricesIncludeTax"].dump(), "false");
    EXPECT_EQ(sold[0]["externalId"].text(), "woocommerce:shop.example:727");
    EXPECT_EQ(sold[0]["purchaseOrderRef"].text(), "727");
    EXPECT_EQ(sold[0]["lines"].dump(), R"([{"quantity":3,"unitPrice":3.333333,"itemId":")" +
                                           encodeId("itm", item) +
                                           R"(","taxRate":5.5},)"
                                           R"({"quantity":-1,"unitPrice":2,"label":"Bar of soap"}])");
    // 10.00 less a returned item of 2.00, with 5.5 % tax on the former and 20 % on the latter.
    EXPECT_EQ(shown()["total"].integer(), 1000 + 55 - 200 - 40);
}

TEST_F(ShopOrders, KnowEveryKindOfCurrency) {
    for (const auto& [currency, price, minor, total] :
         std::vector<std::tuple<string, string, std::int64_t, std::int64_t>>{
             {"JPY", "1500.4", 1500, 29}, {"KWD", "1.2345", 1235, 29350}, {"XOF", "5000.00", 5000, 29}}) {
        Json made = orderWith(Json::array({line(nullptr, price, "1", 0)}), currency);
        made.set("externalId", "woocommerce:shop.example:" + currency);
        EXPECT_EQ(receive(made), "created");
        const Json list = all();
        for (const Json& one : list.items()) {
            if (one["currency"].text() == currency) {
                EXPECT_EQ(one["total"].integer(), minor) << currency;
                EXPECT_EQ(one["source"]["total"].integer(), total) << currency;
            }
        }
    }
}

TEST_F(ShopOrders, AnItemThatIsMadeLaterIsFound) {
    receive(orderWith(Json::array({line("NEW-1", "12")})));
    EXPECT_TRUE(shown()["lines"][0]["itemId"].isNull());
    test.database().run("UPDATE stock.v1_catalogue SET sku = 'NEW-1'");
    EXPECT_EQ(receive(orderWith(Json::array({line("NEW-1", "12")}))), "updated");
    EXPECT_EQ(shown()["lines"][0]["itemId"].text(), encodeId("itm", item));
    ASSERT_EQ(accept(), 201);
    test.database().run("UPDATE stock.v1_catalogue SET sku = 'OLD-1'");
    receive(orderWith(Json::array({line("NEW-1", "12")})));
    EXPECT_TRUE(shown()["source"]["change"].isNull()) << "the shop has changed nothing";
}

TEST_F(ShopOrders, ThatCannotBeUnderstoodAreRefused) {
    EXPECT_EQ(refusal(orderWith(Json::array({line("A", "1")}), "BTC")), "field-invalid:order.currency");
    EXPECT_EQ(refusal(orderWith(Json::array())), "field-required:order.lines");
    EXPECT_EQ(refusal(orderWith(Json::array({line("A", "1", "0")}))),
              "field-invalid:order.lines[0].quantity");
    EXPECT_EQ(refusal(orderWith(Json::array({line("A", "-1")}))), "field-invalid:order.lines[0].unitPrice");
    EXPECT_EQ(refusal(orderWith(Json::array({line("A", "1", "1", 2000000)}))),
              "field-invalid:order.lines[0].taxRate");
    Json late = order();
    EXPECT_EQ(refusal(late.set("placedAt", "soon")), "field-invalid:order.placedAt");
    EXPECT_EQ(all().size(), 0U);
}

TEST_F(ShopOrders, ShowWhatWasGivenBackAfterTheyWereSold) {
    Json paid = order();
    receive(paid.set("refunded", Json::number("1")));
    ASSERT_EQ(accept(), 201);
    EXPECT_EQ(receive(paid), "none");
    EXPECT_TRUE(shown()["source"]["change"].isNull()) << "it was sold so";
    Json more = paid;
    EXPECT_EQ(receive(more.set("refunded", Json::number("6.50"))), "none");
    EXPECT_EQ(shown()["source"]["change"].text(), "changed");
    EXPECT_EQ(shown()["source"]["refunded"].integer(), 650);
    EXPECT_EQ(lastAction(), "changed_by_shop");
    EXPECT_NE(test.history().back().changes.dump().find(R"("field":"source.refunded","from":100,"to":650)"),
              string::npos)
        << test.history().back().changes.dump();
    const auto version = shown()["version"].integer();
    receive(more);
    EXPECT_EQ(shown()["version"].integer(), version) << "nothing new";
    Json unknown = more;
    receive(unknown.set("refunded", nullptr).set("note", "other"));
    EXPECT_EQ(shown()["source"]["refunded"].integer(), 650) << "the shop did not say";
}

TEST_F(ShopOrders, LoseTheirPersonalDataUnlessTheyWereSold) {
    const auto erase = [&](const Json& ids, const string& source = "woocommerce") {
        return test
            .command("storefront.erase_orders",
                     Json::object({{"source", source}, {"externalIds", ids}}))["erased"]
            .integer();
    };
    const auto orderNamed = [](const string& id) {
        Json one = order();
        return one.set("externalId", id);
    };
    for (const char* id : {"a", "b", "c"}) {
        receive(orderNamed(id));
    }
    EXPECT_EQ(erase(Json::array({"a", "x"})), 1);
    EXPECT_EQ(erase(Json::array({"a"})), 0) << "once";
    EXPECT_EQ(erase(nullptr, "shopify"), 0) << "the other shop";
    EXPECT_EQ(erase(Json::array()), 0);
    EXPECT_EQ(lastAction(), "personal_data_erased");
    const auto find = [&](const string& id) {
        const Json list = all();
        for (const Json& one : list.items()) {
            if (one["source"]["externalId"].text() == id) {
                return one;
            }
        }
        return Json();
    };
    EXPECT_EQ(find("a")["customer"].dump(), R"({"name":null,"phone":null,"email":null})");
    EXPECT_TRUE(find("a")["note"].isNull());
    EXPECT_TRUE(find("a")["source"]["deliveryAddress"].isNull());
    EXPECT_EQ(find("a")["lines"].size(), 2U);
    EXPECT_EQ(find("b")["customer"]["name"].text(), "Anne Morel");
    ASSERT_EQ(
        test.post("acceptOrderRequest", Json::object(), {{"orderRequestId", find("b")["id"].text()}}).status,
        201);
    EXPECT_EQ(erase(nullptr), 1) << "c alone";
    EXPECT_EQ(find("b")["customer"]["name"].text(), "Anne Morel") << "a sale is a document";
    EXPECT_TRUE(find("c")["customer"]["name"].isNull());
}

} // namespace
} // namespace svc::storefront::testing
