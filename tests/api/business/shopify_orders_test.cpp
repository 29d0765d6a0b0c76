// Orders of Shopify: access by OAuth 2, sales, and the erasure of personal data on the platform's request.
#include <algorithm>
#include <chrono>

#include <gmock/gmock.h>

#include "api/business/shop_story.hpp"
#include "host/db/embedded.hpp"

namespace svc::test {
namespace {

/// A shop to which a merchant gives access by OAuth 2.
class ShopifyShop : public ShopStory {
protected:
    ShopifyShop() : ShopStory("shopify") {
        settings = desk.value("baseUrl") + "/console/settings?tab=1";
        connect(desk, "quais.myshopify.com");
        const std::string hookUrl = integration().textOr("hookUrl");
        hook = hookUrl.substr(std::min(hookUrl.size(), hookUrl.find("/hooks/")));
    }

    void connect(Desk& company, const std::string& shop) {
        inShop([&] { domain = shop; });
        Json connected =
            company.read("/integrations/shopify/authorize?account=" + shop + "&returnUrl=" + settings);
        address = connected.textOr("url");
        landed = company.service()
                     .anonymous()
                     .get("/oauth/callback/shopify?code=c0de&hmac=x&shop=" + shop +
                          "&state=" + connected.textOr("state"))
                     .header("location");
    }
    Reaction answer(const Received& request) override {
        const auto json = [](const Json& body) {
            return Reaction::status(200, "Content-Type: application/json\r\n", body.dump());
        };
        if (request.path == "/admin/oauth/access_token") {
            tokenRequest = request.body;
            return json(js("{'access_token':'shpat_1','expires_in':3600,'refresh_token':'shprt_1'}"));
        }
        if (request.path.find("/graphql.json") == std::string::npos ||
            request.header("x-shopify-access-token") != "shpat_1") {
            return Reaction::status(request.path.find("api_permissions") == std::string::npos ? 401 : 200);
        }
        const std::string query = request.json()["query"].text();
        if (query.find("query Shop") != std::string::npos) {
            return json(js("{'data':{'shop':{'name':'Quais','myshopifyDomain':'$1'}}}", {domain}));
        }
        return json(Json::object(
            {{"data", Json::object({{"orders",
                                     Json::object({{"pageInfo", js("{'hasNextPage':false,'endCursor':null}")},
                                                   {"nodes", nodes}})}})}}));
    }
    void put(const std::string& status, const std::string& price, const std::string& refunded = "0.00") {
        const Json order =
            js("{'id':'gid://shopify/Order/$1','legacyResourceId':'$1','name':'#9999',"
               "'createdAt':'2026-11-20T08:00:00Z','cancelledAt':null,'displayFinancialStatus':'$2',"
               "'currencyCode':'EUR','taxesIncluded':true,'test':false,'note':null,'email':'jon@example.com',"
               "'phone':null,'currentTotalPriceSet':{'shopMoney':{'amount':'$3'}},'billingAddress':null,"
               "'totalRefundedSet':{'shopMoney':{'amount':'$4'}},"
               "'shippingAddress':null,'displayFulfillmentStatus':'UNFULFILLED','shippingLines':{'nodes':[],"
               "'pageInfo':{'hasNextPage':false,'endCursor':null}},'lineItems':{"
               "'pageInfo':{'hasNextPage':false,'endCursor':null},'nodes':[{'sku':null,'name':'Café','"
               "quantity':1,"
               "'currentQuantity':1,'originalUnitPriceSet':{'shopMoney':{'amount':'$3'}},"
               "'discountAllocations':[],'taxLines':[{'rate':0.2}]}]}}",
               {id, status, price, refunded});
        inShop([&] {
            nodes = Json::array();
            nodes.push(order);
        });
    }
    Answer call(const std::string& secret, const std::string& topic) {
        return call(secret, topic, Json::object({{"id", 1}, {"at", unique("")}}).dump());
    }
    Answer call(const std::string& secret, const std::string& topic, const std::string& body) {
        return desk.service().anonymous().post(hook, Json::parse(body),
                                               {{"X-Shopify-Hmac-Sha256", hmacBase64(secret, body)},
                                                {"X-Shopify-Topic", topic},
                                                {"X-Shopify-Shop-Domain", "quais.myshopify.com"},
                                                {"X-Shopify-Webhook-Id", unique("call-")}});
    }

    /// A webhook to the single address of the app, as Shopify sends it for personal data; `about`: the shop.
    Answer app(const std::string& secret, const std::string& topic, const std::string& about,
               const std::string& header = {}, const std::string& whose = "shopify") {
        const std::string body =
            js("{'shop_domain':'$1','orders_requested':[$2],'orders_to_redact':[$2]}", {about, id}).dump();
        return desk.service().anonymous().post("/hooks/" + whose, Json::parse(body),
                                               {{"X-Shopify-Hmac-Sha256", hmacBase64(secret, body)},
                                                {"X-Shopify-Topic", topic},
                                                {"X-Shopify-Shop-Domain", header.empty() ? about : header},
                                                {"X-Shopify-Webhook-Id", callId}});
    }
    /// The mail address of the order's customer in a company; no value: missing or erased.
    std::string mailIn(Desk& company) {
        const Json list = company.read("/order-requests?limit=500");
        for (const Json& one : list.items()) {
            if (one["source"].isObject() && one["source"].textOr("externalId") == "shopify:" + id) {
                return one["customer"].textOr("email");
            }
        }
        return "";
    }
    /// Runs a statement as the owner of the tables; returns the first cell, or an empty text.
    std::string asOwner(const std::string& statement) {
        const auto access = host::db::EmbeddedServer::attach(desk.service().dataFolder());
        host::db::ConnectionOptions options;
        options.login = access->owner;
        host::db::Connection owner(options);
        const host::db::Rows rows = owner.query(statement);
        return rows.count() == 0 ? "" : std::string(rows.text(0, 0));
    }
    void leave(Desk& company) {
        EXPECT_EQ(company.service()
                      .client(company.value("liveKey"))
                      .remove(company.path("/integrations/shopify"))
                      .status,
                  204);
    }
    static std::size_t told(Desk& company, const std::string& what) {
        const std::string history = company.get("/history/integration/shopify").body;
        std::size_t count = 0;
        for (std::size_t at = history.find(what); at != std::string::npos; at = history.find(what, at + 1)) {
            ++count;
        }
        return count;
    }

    std::string domain;
    std::string callId = unique("call-");
    std::string settings;
    std::string address;
    std::string landed;
    std::string hook;
    std::string tokenRequest;
    /// A number above 2^53, like those of Shopify.
    std::string id =
        std::to_string(820'982'911'946'154'508 + Clock::now().time_since_epoch().count() % 1'000'000'000);
    Json nodes = Json::array();
};

TEST_F(ShopifyShop, IsConnectedByItsMerchantAndItsOrdersAreSold) {
    EXPECT_EQ(landed, settings + "&integration=shopify");
    EXPECT_EQ(address.substr(0, address.find('?')), outsideWorld().url("/admin/oauth/authorize"));
    EXPECT_EQ(parameterOf(tokenRequest, "code"), "c0de");
    EXPECT_EQ(parameterOf(tokenRequest, "client_secret"), "shpss");
    EXPECT_EQ(integration()["account"].textOr("name"), "Quais");
    untilRun();
    put("PENDING", "120.00");
    EXPECT_TRUE(isRefusal(call("other", "orders/paid"), 400, "signature-invalid"));
    EXPECT_TRUE(hasStatus(call("shpss", "orders/create"), 200));
    put("PAID", "120.00");
    EXPECT_TRUE(hasStatus(call("shpss", "orders/paid"), 200));
    const Json request = untilReceived("shopify:" + id);
    EXPECT_EQ(request["total"].integer(), 12000);
    EXPECT_EQ(receivedEvents(), 1);
    const Answer sale = accept(request);
    ASSERT_TRUE(hasStatus(sale, 201));
    EXPECT_EQ(sale.json["total"].integer(), 12000);
    EXPECT_EQ(sale.json["taxTotal"].integer(), 2000);
    put("PARTIALLY_REFUNDED", "120.00", "20.00");
    EXPECT_TRUE(hasStatus(call("shpss", "orders/updated"), 200));
    until([&] { return requestOf("shopify:" + id); },
          [](const Json& one) {
              return one["source"].textOr("change") == "changed" &&
                     one["source"]["refunded"].integer() == 2000;
          });
    put("REFUNDED", "0.00");
    EXPECT_TRUE(hasStatus(call("shpss", "orders/updated"), 200));
    until([&] { return requestOf("shopify:" + id); },
          [](const Json& one) { return one["source"].textOr("change") == "cancelled"; });
    EXPECT_TRUE(hasStatus(call("shpss", "app/uninstalled"), 200));
    until([&] { return integration(); }, [](const Json& one) { return one.textOr("state") == "expired"; });
}

TEST_F(ShopifyShop, TakesThePersonalDataOffOrdersThatNobodyHasAccepted) {
    untilRun();
    put("PAID", "120.00");
    EXPECT_TRUE(hasStatus(call("shpss", "orders/paid"), 200));
    EXPECT_EQ(untilReceived("shopify:" + id)["customer"].textOr("email"), "jon@example.com");
    const auto body = [&](const std::string& name) {
        return R"({"shop_domain":"quais.myshopify.com",")" + name + "\":[" + id + "]}";
    };
    const std::string request = body("orders_requested");
    EXPECT_TRUE(
        isRefusal(call("other", "customers/redact", body("orders_to_redact")), 400, "signature-invalid"));
    EXPECT_TRUE(hasStatus(call("shpss", "customers/data_request", request), 200));
    EXPECT_EQ(requestOf("shopify:" + id)["customer"].textOr("email"), "jon@example.com");
    EXPECT_TRUE(hasStatus(call("shpss", "customers/redact", body("orders_to_redact")), 200));
    EXPECT_EQ(requestOf("shopify:" + id)["customer"].dump(), R"({"name":null,"phone":null,"email":null})");
    const std::string history = desk.get("/history/integration/shopify").body;
    EXPECT_NE(history.find("data_requested"), std::string::npos) << history;
    EXPECT_NE(history.find("data_erased"), std::string::npos);
    EXPECT_NE(history.find("shopify:" + id), std::string::npos);
    EXPECT_TRUE(hasStatus(call("shpss", "shop/redact", "{}"), 200));
}

TEST_F(ShopifyShop, TheCallsOfTheAppReachEachCompanyThatHasConnectedTheShopAndNoOther) {
    const auto wrong = [&] {
        const std::string metrics = desk.service().anonymous().get("/metrics").body;
        const std::string name =
            R"(svc_plugin_events_total{plugin="integrations",event="signature-invalid",subject="shopify"} )";
        const std::size_t at = metrics.find(name);
        return at == std::string::npos ? 0 : std::stoi(metrics.substr(at + name.size()));
    };
    untilRun();
    put("PAID", "120.00");
    EXPECT_TRUE(hasStatus(call("shpss", "orders/paid"), 200));
    Desk same(desk.service(), unique("Same"), "LU");
    Desk other(desk.service(), unique("Other"), "FR");
    connect(same, "quais.myshopify.com");
    connect(other, "quays.myshopify.com");
    for (Desk* company : {&desk, &same, &other}) {
        until([&] { return Json(mailIn(*company)); },
              [](const Json& mail) { return mail.text() == "jon@example.com"; });
    }
    const std::string quais = "quais.myshopify.com";
    const std::size_t erased = told(desk, "data_erased");
    const std::size_t requested = told(desk, "data_requested");
    const int before = wrong();
    EXPECT_TRUE(isRefusal(app("other", "customers/redact", quais), 400, "signature-invalid"));
    EXPECT_TRUE(
        isRefusal(app("shpss", "customers/redact", quais, "quays.myshopify.com"), 400, "signature-invalid"))
        << "what is signed names another shop";
    EXPECT_EQ(wrong(), before + 2);
    EXPECT_TRUE(isRefusal(app("shpss", "shop/redact", quais, "", "woocommerce"), 400, "signature-invalid"));
    EXPECT_TRUE(isRefusal(app("shpss", "shop/redact", quais, "", "nobody"), 400, "signature-invalid"));
    EXPECT_TRUE(hasStatus(app("shpss", "shop/redact", "unknown.myshopify.com"), 200));
    for (Desk* company : {&desk, &same, &other}) {
        EXPECT_EQ(mailIn(*company), "jon@example.com");
    }
    EXPECT_TRUE(hasStatus(app("shpss", "customers/redact", quais), 200));
    EXPECT_TRUE(hasStatus(app("shpss", "customers/redact", quais), 200)) << "the same once more";
    EXPECT_EQ(mailIn(desk), "");
    EXPECT_EQ(mailIn(same), "");
    EXPECT_EQ(mailIn(other), "jon@example.com");
    EXPECT_EQ(told(desk, "data_erased"), erased + 1);
    EXPECT_EQ(told(same, "data_erased"), 1U);
    EXPECT_EQ(told(other, "data_erased"), 0U);
    const std::string calls = other.get("/integrations/shopify/calls").body;
    EXPECT_EQ(calls.find("\"in\""), std::string::npos) << "it has heard of nothing: " << calls;

    EXPECT_EQ(same.owner().remove(same.path("/integrations/shopify")).status, 204);
    callId = unique("call-");
    EXPECT_TRUE(hasStatus(app("shpss", "customers/data_request", quais), 200));
    EXPECT_EQ(told(desk, "data_requested"), requested + 1);
    EXPECT_EQ(told(same, "data_requested"), 1U) << "it may still have data of the time before";
    EXPECT_EQ(other.owner().remove(other.path("/integrations/shopify")).status, 204);
}

TEST_F(ShopifyShop, ACallThatOneCompanyCannotTakeIsRepeatedAndTheOthersDoNothingTwice) {
    untilRun();
    put("PAID", "120.00");
    EXPECT_TRUE(hasStatus(call("shpss", "orders/paid"), 200));
    const std::string name = unique("Broken");
    Desk broken(desk.service(), name, "LU");
    connect(broken, "quais.myshopify.com");
    for (Desk* company : {&desk, &broken}) {
        until([&] { return Json(mailIn(*company)); },
              [](const Json& mail) { return mail.text() == "jon@example.com"; });
    }
    const std::string company =
        desk.service().sql("SELECT company_id FROM svc.company WHERE name = '" + name + "'").at(0);
    const std::string place =
        " WHERE company_id = '" + company + "' AND plugin = 'shopify' AND name = 'shop'";
    const std::string sealed = asOwner("SELECT sealed FROM svc.plugin_secret" + place);
    asOwner("UPDATE svc.plugin_secret SET sealed = 'damaged'" + place);
    const std::size_t erased = told(desk, "data_erased");
    const std::string quais = "quais.myshopify.com";
    for (int round = 0; round < 2; ++round) {
        const Answer refused = app("shpss", "customers/redact", quais);
        EXPECT_TRUE(isRefusal(refused, 503, "not-ready"));
        EXPECT_EQ(refused.header("retry-after"), "1");
        EXPECT_EQ(told(desk, "data_erased"), erased + 1) << "the others have it, once";
        EXPECT_EQ(mailIn(desk), "");
        EXPECT_EQ(told(broken, "data_erased"), 0U);
        EXPECT_EQ(mailIn(broken), "jon@example.com");
    }
    asOwner("UPDATE svc.plugin_secret SET sealed = '" + sealed + "'" + place);
    EXPECT_TRUE(hasStatus(app("shpss", "customers/redact", quais), 200)) << "Shopify repeats it";
    EXPECT_EQ(told(desk, "data_erased"), erased + 1);
    EXPECT_EQ(told(broken, "data_erased"), 1U);
    EXPECT_EQ(mailIn(broken), "");
    leave(broken);
}

TEST_F(ShopifyShop, ErasuresReachWhoHasLeftTheShopForNinetyDays) {
    untilRun();
    put("PAID", "120.00");
    EXPECT_TRUE(hasStatus(call("shpss", "orders/paid"), 200));
    untilReceived("shopify:" + id);
    const std::string shop = unique("left-") + ".myshopify.com";
    const std::string name = unique("Left");
    Desk left(desk.service(), name, "LU");
    connect(left, shop);
    until([&] { return Json(mailIn(left)); },
          [](const Json& mail) { return mail.text() == "jon@example.com"; });
    const auto rows = [&](const std::string& table) {
        return desk.service()
            .sql("SELECT count(*) FROM svc." + table + " WHERE account = '" + shop + "'")
            .at(0);
    };
    const auto next = [&](const std::string& topic) {
        callId = unique("call-");
        return app("shpss", topic, shop);
    };
    leave(left);
    EXPECT_EQ(rows("provider_account") + rows("left_account"), "01");
    EXPECT_EQ(
        asOwner("SELECT count(*)::text FROM svc.plugin_secret s JOIN svc.company c USING (company_id) WHERE "
                "c.name = '" +
                name + "' AND s.plugin = 'shopify'"),
        "0")
        << "no credentials are kept";

    EXPECT_TRUE(isRefusal(app("other", "shop/redact", shop), 400, "signature-invalid"));
    EXPECT_TRUE(hasStatus(next("orders/paid"), 200));
    EXPECT_TRUE(hasStatus(next("app/uninstalled"), 200));
    EXPECT_EQ(mailIn(left), "jon@example.com") << "nothing else is of interest any more";
    EXPECT_TRUE(hasStatus(next("shop/redact"), 200));
    EXPECT_EQ(mailIn(left), "");
    EXPECT_EQ(told(left, "data_erased"), 1U);
    EXPECT_EQ(mailIn(desk), "jon@example.com") << "another shop";

    connect(left, shop);
    EXPECT_EQ(rows("provider_account") + rows("left_account"), "10") << "connected again";
    leave(left);
    asOwner("UPDATE svc.left_account SET left_at = left_at - interval '91 days' WHERE account = '" + shop +
            "'");
    advanceClock(25 * 3600); // the daily job
    until([&] { return Json(rows("left_account")); }, [](const Json& count) { return count.text() == "0"; });
    EXPECT_TRUE(hasStatus(next("shop/redact"), 200));
    EXPECT_EQ(told(left, "data_erased"), 1U) << "forgotten";
}

TEST_F(ShopifyShop, ErasuresOfAShopThatWasLeftReachItsOrdersAloneWhenAnotherOneIsConnected) {
    const std::string shop = unique("before-") + ".myshopify.com";
    const std::string next = unique("after-") + ".myshopify.com";
    Desk moved(desk.service(), unique("Moved"), "LU");
    Desk other(desk.service(), unique("Other"), "FR");
    const auto arrives = [&](Desk& company) {
        until([&] { return Json(mailIn(company)); },
              [](const Json& mail) { return mail.text() == "jon@example.com"; });
    };
    const auto redact = [&](const std::string& about) {
        callId = unique("call-");
        EXPECT_TRUE(hasStatus(app("shpss", "shop/redact", about), 200));
    };
    const auto mailOf = [&](Desk& company, const std::string& order) {
        id = order;
        return mailIn(company);
    };
    const std::string first = id;
    put("PAID", "120.00");
    connect(moved, shop);
    arrives(moved);
    leave(moved);
    const std::string second = "8" + first;
    id = second;
    put("PAID", "80.00");
    connect(moved, next);
    connect(other, next);
    arrives(moved);
    arrives(other);

    redact(shop);
    EXPECT_EQ(mailOf(moved, first), "");
    EXPECT_EQ(mailOf(moved, second), "jon@example.com") << "of the shop that is connected";
    EXPECT_EQ(mailOf(other, second), "jon@example.com");
    EXPECT_EQ(told(moved, "data_erased"), 1U);
    EXPECT_NE(moved.get("/history/integration/shopify").body.find("shopify:" + first), std::string::npos);
    EXPECT_EQ(told(other, "data_erased"), 0U);
    redact(next);
    EXPECT_EQ(mailOf(moved, second), "");
    EXPECT_EQ(mailOf(other, second), "");

    leave(moved);
    leave(other);
}

TEST_F(ShopifyShop, AsksWhoseShopItIs) {
    ASSERT_EQ(desk.service().live().remove(desk.path("/integrations/shopify")).status, 204);
    EXPECT_TRUE(isRefusal(desk.get("/integrations/shopify/authorize"), 400, "field-required:account"));
    for (const char* account :
         {"quais", "evil.example", "quais.myshopify.com.evil.example", "QUAIS.myshopify.com"}) {
        EXPECT_TRUE(isRefusal(desk.get("/integrations/shopify/authorize?account=" + std::string(account)),
                              400, "field-invalid:account"))
            << account;
    }
    const Json told = desk.read("/integrations/shopify/authorize?account=other.myshopify.com");
    EXPECT_EQ(desk.service()
                  .anonymous()
                  .get("/oauth/callback/shopify?code=c0de&state=" + told.textOr("state"))
                  .status,
              302);
    EXPECT_EQ(integration().textOr("state"), "connected");
}

/// The host asks a connector which company a call belongs to; before that, company data are not accessible.
TEST(CallsForAllAccounts, BeginNoTransactionBeforeTheCompanyIsKnown) {
    const Answer answer = serviceWithProvider().anonymous().post("/hooks/testsign", Json::object());
    EXPECT_TRUE(isRefusal(answer, 500, "internal-error"));
    EXPECT_NE(serviceWithProvider().log().find("no-company"), std::string::npos);
}

} // namespace
} // namespace svc::test
