// Orders of WooCommerce and their processing.
#include <algorithm>
#include <chrono>
#include <map>

#include <gmock/gmock.h>

#include "api/business/shop_story.hpp"

namespace svc::test {
namespace {

/// A shop with two orders on each page of its lists.
class WooShop : public ShopStory {
protected:
    WooShop() : ShopStory("woocommerce") {
        const std::string url = outsideWorld().url("");
        host = url.substr(url.find("://") + 3);
        sku = unique("SOAP-");
        item = desk.make("/items", js("{'name':'Soap','price':99,'sku':'$1','service':true}", {sku}))
                   .textOr("id");
    }

    void connect() {
        const Answer made =
            desk.post("/integrations/woocommerce/connect",
                      Json::object({{"credentials", Json::object({{"url", outsideWorld().url("/")},
                                                                  {"consumerKey", "ck_1"},
                                                                  {"consumerSecret", "cs_1"},
                                                                  {"webhookSecret", "hook"}})}}));
        ASSERT_TRUE(hasStatus(made, 201));
        const std::string address = made.json.textOr("hookUrl");
        hook = address.substr(address.find("/hooks/"));
    }

    Reaction answer(const Received& request) override {
        if (request.header("authorization") != "Basic " + base64Encode("ck_1:cs_1")) {
            return Reaction::status(401);
        }
        const std::string page = parameterOf(request.path, "page");
        const bool trash = parameterOf(request.path, "status") == "trash";
        if (page.empty() || !trash) {
            asked.push_back(page);
        }
        if (!trash && page == failing) {
            return failure;
        }
        return listed(trash, parameterOf(request.path, "modified_after"),
                      page.empty() ? 1 : std::stoul(page));
    }
    Reaction listed(bool trash, const std::string& changedAfter, std::size_t page) {
        constexpr std::size_t PerPage = 2;
        std::vector<Json> found;
        for (const auto& [id, order] : orders) {
            const std::string changed = percentEncoded(order.textOr("date_modified_gmt"));
            if ((order.textOr("status") == "trash") == trash && changed > changedAfter) {
                found.push_back(order);
            }
        }
        Json body = Json::array();
        for (std::size_t i = (page - 1) * PerPage; i < std::min(found.size(), page * PerPage); ++i) {
            body.push(found[i]);
        }
        return Reaction::status(
            200,
            "Content-Type: application/json\r\nX-WP-Total: " + std::to_string(found.size()) +
                "\r\nX-WP-TotalPages: " + std::to_string((found.size() + PerPage - 1) / PerPage) + "\r\n",
            body.dump());
    }
    static std::string percentEncoded(std::string text) {
        for (std::size_t at = text.find(':'); at != std::string::npos; at = text.find(':')) {
            text.replace(at, 1, "%3A");
        }
        return text;
    }
    /// Adds an order to the shop, or changes its state.
    void put(std::int64_t id, const std::string& status, int quantity, const std::string& currency = "EUR") {
        const std::string now = advanceClock(0).toString().substr(0, 19);
        const std::string net = std::to_string(quantity * 10) + ".00";
        const std::string tax = std::to_string(quantity * 2) + ".00";
        const Json order = js(
            "{'id':$1,'number':'N-$1','status':'$2','currency':'$3','date_created_gmt':'$4',"
            "'date_modified_gmt':'$4','date_paid_gmt':'$4','total':'$5','prices_include_tax':false,"
            "'customer_note':'Ring twice','billing':{'first_name':'Anne','last_name':'Morel',"
            "'email':'anne@quais.example','phone':'+33 3'},'shipping':{'address_1':'12 quai','city':'Lille'},"
            "'line_items':[{'name':'Soap &amp; brush','sku':'$6','quantity':$7,'total':'$8','total_tax':'$9',"
            "'taxes':[{'id':1,'total':'$9'}]}],"
            "'shipping_lines':[{'method_title':'Post','total':'5.00','total_tax':'1.00',"
            "'taxes':[{'id':1,'total':'1.00'}]}],'fee_lines':[],'refunds':[],"
            "'tax_lines':[{'rate_id':1,'rate_percent':20,'compound':false}]}",
            {std::to_string(id), status, currency, now, std::to_string(quantity * 12 + 6) + ".00", sku,
             std::to_string(quantity), net, tax});
        inShop([&] { orders[id] = order; });
    }
    /// The answer for a person who wants to connect the shop, with the page of the shop.
    Json authorize() {
        back = desk.value("baseUrl") + "/console/settings?tab=1";
        return desk.read("/integrations/woocommerce/authorize?account=" + outsideWorld().url("/") +
                         "&returnUrl=" + back);
    }
    /// The callback in which the shop sends a key.
    Answer bring(const std::string& state, const std::string& key = "ck_1", const std::string& user = {},
                 const std::string& whose = "woocommerce") {
        return desk.service().anonymous().post("/oauth/callback/" + whose + "?state=" + state,
                                               js("{'key_id':1,'user_id':'$1','consumer_key':'$2',"
                                                  "'consumer_secret':'cs_1','key_permissions':'read_write'}",
                                                  {user.empty() ? state : user, key}));
    }
    /// Where the person is redirected after the callback, or the error code.
    std::string comeBack(const std::string& state, const std::string& success = "1") {
        const Answer answer = desk.service().anonymous().get("/oauth/callback/woocommerce?state=" + state +
                                                             "&success=" + success + "&user_id=" + state);
        return answer.status == 302 ? answer.header("location") : answer.json.textOr("message");
    }
    Answer call(const std::string& secret = "hook") {
        const std::string body = Json::object({{"id", 1}, {"at", unique("")}}).dump();
        return desk.service().anonymous().post(hook, Json::parse(body),
                                               {{"X-WC-Webhook-Signature", hmacBase64(secret, body)},
                                                {"X-WC-Webhook-Topic", "order.updated"},
                                                {"X-WC-Webhook-Delivery-ID", unique("delivery-")}});
    }
    std::string idOf(std::int64_t order) const { return "woocommerce:" + host + ':' + std::to_string(order); }

    std::string host;
    std::string sku;
    std::string item;
    std::string hook;
    std::string back; ///< the page to which the person returns
    /// Unique for this test, because all tests use the same shop URL.
    std::int64_t first =
        std::chrono::duration_cast<milliseconds>(Clock::now().time_since_epoch()).count() * 10;
    std::map<std::int64_t, Json> orders;
    std::vector<std::string> asked; ///< requested pages of the list of orders
    std::string failing = "none";
    Reaction failure = Reaction::status(500);
};

TEST_F(WooShop, AnOrderIsReceivedFollowedAndSold) {
    put(first, "processing", 2);
    put(first + 1, "pending", 1);
    connect();
    const Json request = untilReceived(idOf(first));
    EXPECT_EQ(request.textOr("status"), "received");
    EXPECT_EQ(request.textOr("channel"), "shop");
    EXPECT_EQ(request["customer"].dump(),
              R"({"name":"Anne Morel","phone":"+33 3","email":"anne@quais.example"})");
    EXPECT_EQ(request["lines"][0].textOr("itemId"), item);
    EXPECT_EQ(request["lines"][0].textOr("label"), "Soap & brush");
    EXPECT_EQ(request["total"].integer(), 3000);
    EXPECT_EQ(request["source"]["total"].integer(), 3000);
    untilRun();
    EXPECT_TRUE(requestOf(idOf(first + 1)).isNull()) << "it is not paid";
    EXPECT_EQ(receivedEvents(), 1);

    put(first, "processing", 3);
    put(first + 1, "completed", 1);
    EXPECT_TRUE(isRefusal(call("other"), 400, "signature-invalid"));
    EXPECT_TRUE(hasStatus(call(), 200));
    untilReceived(idOf(first + 1));
    EXPECT_EQ(requestOf(idOf(first))["total"].integer(), 4200) << "it was changed in the shop";
    EXPECT_EQ(receivedEvents(), 1) << "the second one alone is new";

    const Answer sale = accept(requestOf(idOf(first)), js("{'paidInFull':true}"));
    ASSERT_TRUE(hasStatus(sale, 201));
    EXPECT_EQ(sale.json["total"].integer(), 4200) << "what the customer has paid";
    EXPECT_EQ(sale.json["taxTotal"].integer(), 700);
    EXPECT_EQ(sale.json["lines"][0]["unitPrice"].numberText(), "1000") << "not the price of the catalogue";
    EXPECT_EQ(sale.json.textOr("externalId"), idOf(first));
    EXPECT_EQ(sale.json.textOr("purchaseOrderRef"), "N-" + std::to_string(first));
    EXPECT_EQ(sale.json.textOr("paymentStatus"), "paid");
    EXPECT_TRUE(isRefusal(accept(requestOf(idOf(first))), 400, "order-request-closed"));
    inShop([&] { orders[first].set("refunds", js("[{'id':1,'total':'-6.00'}]")); });
    sync();
    EXPECT_EQ(requestOf(idOf(first))["source"].textOr("change"), "changed");
    EXPECT_EQ(requestOf(idOf(first))["source"]["refunded"].integer(), 600);
    EXPECT_EQ(desk.read("/sales/" + sale.json.textOr("id"))["total"].integer(), 4200) << "a document";
}

TEST_F(WooShop, AnAdministratorConnectsItWithOneClick) {
    EXPECT_TRUE(isRefusal(desk.get("/integrations/woocommerce/authorize"), 400, "field-required:account"));
    EXPECT_TRUE(isRefusal(desk.get("/integrations/woocommerce/authorize?account=shop.example"), 400,
                          "field-invalid:account"));
    EXPECT_TRUE(
        isRefusal(desk.get("/integrations/woocommerce/authorize?account=https://shop.example&returnUrl="
                           "https://elsewhere.example/"),
                  400, "field-invalid:returnUrl"));
    EXPECT_TRUE(integration()["authorizable"].boolean());
    EXPECT_EQ(integration().textOr("accountField"), "url");
    put(first, "processing", 2);
    const Json told = authorize();
    const std::string state = told.textOr("state");
    const std::string url = told.textOr("url");
    EXPECT_EQ(url.substr(0, url.find('?')), outsideWorld().url("/wc-auth/v1/authorize"));
    EXPECT_EQ(parameterOf(url, "scope"), "read_write");
    EXPECT_EQ(parameterOf(url, "user_id"), state);
    EXPECT_EQ(parameterOf(url, "callback_url"), parameterOf(url, "return_url"));
    EXPECT_THAT(parameterOf(url, "callback_url"),
                ::testing::EndsWith("%2Foauth%2Fcallback%2Fwoocommerce%3Fstate%3D" + state));
    EXPECT_TRUE(hasStatus(bring(state), 200));
    EXPECT_TRUE(isRefusal(bring(state), 400, "state-invalid")) << "once";
    EXPECT_EQ(integration().textOr("state"), "connected");
    EXPECT_EQ(integration()["account"].textOr("id"), host);
    EXPECT_EQ(comeBack(state), back + "&integration=woocommerce");
    EXPECT_EQ(comeBack(state), "state-invalid") << "once";
    const Json calls = desk.read("/integrations/woocommerce/calls")["data"];
    EXPECT_TRUE(std::any_of(calls.items().begin(), calls.items().end(), [](const Json& one) {
        return one.textOr("direction") == "in" && one.textOr("path") == "/oauth/callback/woocommerce" &&
               one["status"].integer() == 200;
    })) << calls.dump();
    EXPECT_EQ(calls.dump().find("ck_1"), std::string::npos);
    EXPECT_EQ(untilReceived(idOf(first))["total"].integer(), 3000);
    const auto types = typesOf(desk.events());
    EXPECT_EQ(std::count(types.begin(), types.end(), "integration.connected"), 1);
}

TEST_F(WooShop, NothingIsConnectedByWhoIsRefusedComesLateOrBringsAKeyThatDoesNotWork) {
    std::string state = authorize().textOr("state");
    EXPECT_EQ(comeBack(state, "0"), back + "&error=access_denied");
    EXPECT_TRUE(isRefusal(bring(state), 400, "state-invalid")) << "the person has refused";

    state = authorize().textOr("state");
    EXPECT_TRUE(isRefusal(bring(state, "ck_2"), 400, "integration-credentials-invalid"));
    EXPECT_TRUE(isRefusal(bring(state), 400, "state-invalid")) << "it was used";
    EXPECT_EQ(comeBack(state), back + "&error=integration-credentials-invalid");

    state = authorize().textOr("state");
    EXPECT_TRUE(isRefusal(bring(state, "ck_1", "somebody"), 400, "state-invalid"));
    state = authorize().textOr("state");
    const std::string other = state.substr(0, state.find('.') + 1) + "AAAA";
    EXPECT_TRUE(isRefusal(bring(other), 400, "state-invalid"));
    EXPECT_TRUE(isRefusal(bring("nobody"), 400, "state-invalid"));
    EXPECT_TRUE(isRefusal(bring(state, "ck_1", "", "shopify"), 400, "state-invalid"));
    EXPECT_EQ(comeBack(state), back + "&error=integration-unreachable%3Ano-keys");

    state = authorize().textOr("state");
    const std::string late = authorize().textOr("state");
    inShop([&] { orders.clear(); });
    advanceClock(601);
    EXPECT_TRUE(isRefusal(bring(late), 400, "state-invalid"));
    EXPECT_EQ(comeBack(state), "state-invalid");
    EXPECT_EQ(integration().textOr("state"), "available");

    state = authorize().textOr("state");
    connect();
    EXPECT_TRUE(isRefusal(bring(state), 400, "integration-connected")) << "somebody has typed keys meanwhile";
    EXPECT_EQ(comeBack(state), back + "&error=integration-connected");
    EXPECT_TRUE(hasStatus(call(), 200)) << "the secret of the typed keys is still good";
}

TEST_F(WooShop, WhatTheShopPutsOnHoldIsWithdrawnUntilItIsFreeAgain) {
    put(first, "processing", 1);
    connect();
    untilReceived(idOf(first));
    untilRun();
    put(first, "on-hold", 1);
    sync();
    EXPECT_EQ(requestOf(idOf(first)).textOr("status"), "rejected");
    put(first, "processing", 2);
    sync();
    const Json free = requestOf(idOf(first));
    EXPECT_EQ(free.textOr("status"), "received");
    EXPECT_TRUE(free["source"]["change"].isNull());
    EXPECT_TRUE(hasStatus(accept(free), 201));
}

TEST_F(WooShop, WhatTheShopCancelsIsWithdrawnOrNotedBesideTheSale) {
    put(first, "processing", 1);
    put(first + 1, "processing", 1);
    put(first + 2, "processing", 1);
    connect();
    untilReceived(idOf(first + 2));
    untilRun();
    ASSERT_TRUE(hasStatus(accept(requestOf(idOf(first))), 201));
    put(first, "cancelled", 1);
    put(first + 1, "failed", 1);
    put(first + 2, "trash", 1);
    sync();
    EXPECT_EQ(requestOf(idOf(first)).textOr("status"), "accepted");
    EXPECT_EQ(requestOf(idOf(first))["source"].textOr("change"), "cancelled");
    EXPECT_EQ(requestOf(idOf(first + 1)).textOr("status"), "rejected");
    EXPECT_EQ(requestOf(idOf(first + 2)).textOr("status"), "rejected") << "thrown away";
    EXPECT_TRUE(isRefusal(accept(requestOf(idOf(first + 1))), 400, "order-request-closed"));
    put(first, "processing", 2);
    put(first + 1, "processing", 1);
    sync();
    EXPECT_EQ(requestOf(idOf(first))["source"].textOr("change"), "changed");
    EXPECT_EQ(requestOf(idOf(first + 1)).textOr("status"), "received") << "paid after all";
    const std::string history =
        desk.get("/history/order_request/" + requestOf(idOf(first)).textOr("id")).body;
    EXPECT_NE(history.find("changed_by_shop"), std::string::npos) << history;
}

TEST_F(WooShop, APageThatFailsInTheMiddleLosesNothingAndNothingComesTwice) {
    for (int i = 0; i < 5; ++i) {
        put(first + i, "processing", i + 1);
    }
    inShop([&] { failing = "2"; });
    connect();
    EXPECT_EQ(untilRun("integration-unreachable:http-500")["records"].integer(), 2);
    EXPECT_TRUE(requestOf(idOf(first + 1)).isObject());
    EXPECT_TRUE(requestOf(idOf(first + 2)).isNull());
    inShop([&] {
        failing = "none";
        asked.clear();
    });
    sync();
    for (int i = 0; i < 5; ++i) {
        EXPECT_EQ(requestOf(idOf(first + i))["lines"][0]["quantity"].integer(), i + 1);
    }
    EXPECT_THAT(asked, ::testing::ElementsAre("2", "3")) << "the first page is not read again";
    EXPECT_EQ(untilRun()["records"].integer(), 5);
    EXPECT_EQ(receivedEvents(), 5);
    sync();
    sync();
    EXPECT_EQ(receivedEvents(), 0) << "the same once more is nothing new";
    EXPECT_EQ(requestOf(idOf(first))["version"].integer(), 1);
}

TEST_F(WooShop, AnOrderThatCannotBeKeptHoldsItsPageUntilItCan) {
    put(first, "processing", 1);
    put(first + 1, "processing", 1, "BTC");
    connect();
    EXPECT_EQ(
        untilRun("order-refused:" + idOf(first + 1) + ":field-invalid:order.currency")["records"].integer(),
        0);
    EXPECT_TRUE(requestOf(idOf(first)).isNull()) << "a page is kept whole or not at all";
    put(first + 1, "processing", 1, "JPY");
    sync();
    EXPECT_EQ(untilRun()["records"].integer(), 2);
    const Json japanese = requestOf(idOf(first + 1));
    EXPECT_EQ(japanese["total"].integer(), 18) << "yen have no decimals";
    EXPECT_EQ(requestOf(idOf(first))["total"].integer(), 1800);
}

TEST_F(WooShop, TheShopIsWaitedForAndAKeyThatIsTakenAwayEndsIt) {
    put(first, "processing", 1);
    inShop([&] {
        failing = "1";
        failure = Reaction::status(429, "Retry-After: 60\r\n");
    });
    connect();
    untilRun("integration-unreachable:http-429");
    inShop([&] { failing = "none"; });
    advanceClock(130);
    untilReceived(idOf(first));
    inShop([&] {
        failing = "1";
        failure = Reaction::status(401, "Content-Type: application/json\r\n",
                                   js("{'code':'woocommerce_rest_cannot_view'}").dump());
    });
    ASSERT_TRUE(hasStatus(desk.post("/integrations/woocommerce/sync", Json::object()), 202));
    until([&] { return integration(); }, [](const Json& one) { return one.textOr("state") == "expired"; });
    EXPECT_TRUE(isRefusal(desk.post("/integrations/woocommerce/sync", Json::object()), 400,
                          "integration-not-connected"));
    inShop([&] { failing = "none"; });
    connect();
    untilRun();
    EXPECT_TRUE(requestOf(idOf(first)).isObject());
}

} // namespace
} // namespace svc::test
