#include "woocommerce_case.hpp"

namespace svc::woocommerce::testing {
namespace {

class Shop : public WooCommerce {
protected:
    Json credentials(const std::string& url = "https://Shop.example/fr/") {
        return Json::object(
            {{"credentials",
              Json::object({{"url", url}, {"consumerKey", "ck_2"}, {"consumerSecret", "cs_2"}})},
             {"hookUrl", "https://svc.example/hooks/woocommerce/com_1/t"}});
    }
    svc::testing::HttpStandIn& hooks(const std::string& folder = "") {
        return test.http("POST", folder + Api + "/webhooks");
    }
    std::string field(std::size_t request, const std::string& name) {
        const std::string sent = '&' + query(request);
        const std::size_t at = sent.find('&' + name + '=');
        return at == std::string::npos ? ""
                                       : std::string(split(sent.substr(at + name.size() + 2), '&').at(0));
    }
    void expectKnownParameters() {
        const Json known = dataOf("contract.json")["parameters"];
        const std::string sent = query(test.requests().size() - 1);
        for (const std::string_view part : split(sent, '&')) {
            EXPECT_NE(known.dump().find('"' + std::string(part.substr(0, part.find('='))) + '"'),
                      std::string::npos)
                << part;
        }
    }
    Json numbered(std::int64_t id) {
        Json order = sample();
        return order.set("id", id);
    }
    static Json incoming(const std::string& signature, const std::string& body, const std::string& topic) {
        return Json::object({{"headers", Json::object({{"X-WC-Webhook-Signature", signature},
                                                       {"X-WC-Webhook-Topic", topic},
                                                       {"X-WC-Webhook-Delivery-ID", "d-1"}})},
                             {"body", base64Encode(body)}});
    }
};

TEST_F(Shop, ReadsWhatWasPlacedAndChangedSince) {
    orders().answers(200, "[]", pages(0, 0));
    Json page = run("fetch", asked());
    EXPECT_EQ(
        query(0).substr(0, query(0).find("&_fields")),
        "status=any&after=2026-10-21T00%3A00%3A00&modified_after=2026-10-21T00%3A00%3A00&dates_are_gmt=true"
        "&orderby=id&order=asc&per_page=100&page=1");
    expectKnownParameters();
    EXPECT_EQ(test.requests()[0].header("Authorization"), "Basic " + base64Encode("ck_1:cs_1"));
    EXPECT_TRUE(page["more"].boolean()) << "what was thrown away is read afterwards";
    page = run("fetch", asked(page["cursor"]));
    EXPECT_EQ(field(1, "status"), "trash");
    EXPECT_FALSE(page["more"].boolean());
    EXPECT_EQ(page["cursor"].dump(),
              R"({"placed":"2026-10-21T00:00:00.000Z","changed":"2026-11-20T08:50:00.000Z"})");
    run("fetch", asked(page["cursor"]));
    EXPECT_EQ(field(2, "after"), "2026-10-21T00%3A00%3A00");
    EXPECT_EQ(field(2, "modified_after"), "2026-11-20T08%3A50%3A00");
    EXPECT_EQ(field(2, "status"), "any");
}

TEST_F(Shop, ReadsAllPagesOfWhatWasThereWhenItBegan) {
    orders()
        .answers(200, Json::array({numbered(1), numbered(2)}), pages(2, 3))
        .answers(200, Json::array({numbered(3)}), pages(2, 3))
        .answers(200, "[]", pages(0, 0));
    Json page = run("fetch", asked());
    ASSERT_TRUE(page["more"].boolean());
    EXPECT_EQ(page["records"].size(), 2U);
    test.situation().now = test.situation().now + Instant::Hour;
    page = run("fetch", asked(page["cursor"]));
    EXPECT_EQ(field(1, "page"), "2");
    EXPECT_EQ(page["records"].at(0)["externalId"].text(), "woocommerce:shop.example:3");
    page = run("fetch", asked(page["cursor"]));
    EXPECT_EQ(field(2, "page"), "1");
    EXPECT_EQ(page["cursor"]["changed"].text(), "2026-11-20T08:50:00.000Z") << "the time of the first page";
}

TEST_F(Shop, AListThatHasBecomeShorterIsReadAgain) {
    orders()
        .answers(200, Json::array({numbered(1)}), pages(3, 3))
        .answers(200, Json::array({numbered(3)}), pages(2, 2))
        .answers(200, Json::array({numbered(2)}), pages(2, 2));
    Json page = run("fetch", asked());
    page = run("fetch", asked(page["cursor"]));
    EXPECT_EQ(page["records"].size(), 1U);
    page = run("fetch", asked(page["cursor"]));
    EXPECT_EQ(field(2, "page"), "1") << "the second order has moved to the first page";
    EXPECT_EQ(field(2, "status"), "any");
    EXPECT_EQ(page["records"].at(0)["externalId"].text(), "woocommerce:shop.example:2");
}

TEST_F(Shop, AFullPageWithoutHeadersHasAnotherOneBehindIt) {
    Json full = Json::array();
    for (int i = 1; i <= 100; ++i) {
        full.push(numbered(i));
    }
    orders().answers(200, full).answers(200, "[]");
    Json page = run("fetch", asked());
    page = run("fetch", asked(page["cursor"]));
    EXPECT_EQ(field(1, "page"), "2");
    run("fetch", asked(page["cursor"]));
    EXPECT_EQ(field(2, "status"), "trash");
}

TEST_F(Shop, OlderOrdersAreFollowedWhenAPersonAsksForNewerOnes) {
    orders().answers(200, "[]", pages(0, 0));
    run("fetch", asked());
    run("fetch", asked(nullptr, "2026-11-15"));
    EXPECT_EQ(field(1, "modified_after"), "2026-11-15T00%3A00%3A00");
    EXPECT_EQ(field(1, "after"), "2026-10-21T00%3A00%3A00");
    run("fetch", asked(nullptr, "2026-01-01"));
    EXPECT_EQ(field(2, "after"), "2026-01-01T00%3A00%3A00");
    EXPECT_EQ(test.secrets().at("ordersSince"), "2026-01-01T00:00:00.000Z");
}

TEST_F(Shop, TellsWhatWentWrongAndWhenToComeBack) {
    const std::string error = R"({"code":"woocommerce_rest_x","message":"No","data":{"status":400}})";
    const std::string unreadable = "integration-unreachable:answer-unreadable";
    const std::vector<std::pair<int, std::string>> answers = {
        {400, "provider-refused:woocommerce_rest_x:No"},
        {401, "integration-credentials-invalid:woocommerce_rest_x:No"},
        {403, "integration-credentials-invalid:woocommerce_rest_x:No"},
        {404, "provider-refused:woocommerce_rest_x:No"},
        {429, "integration-unreachable:http-429"},
        {500, "integration-unreachable:http-500"},
        {503, "integration-unreachable:http-503"}};
    orders().answers(429, "", {{"Retry-After", "60"}});
    for (const auto& [status, told] : answers) {
        orders().answers(status, error);
    }
    orders()
        .answers(301, "", {{"Location", "https://www.shop.example/"}})
        .answers(404, "<html>", {{"Content-Type", "text/html"}})
        .fails("timeout")
        .fails("tls")
        .answers(200, R"([{"id":1,"stat)")
        .answers(200, "<html>Please log in</html>", {{"Content-Type", "text/html"}})
        .answers(200, R"({"id":1})")
        .answers(200, R"([7])");
    EXPECT_EQ(run("fetch", asked()).dump(),
              R"({"error":"integration-unreachable:http-429","retryAt":"2026-11-20T09:01:00.000Z"})");
    for (const auto& [status, told] : answers) {
        EXPECT_EQ(refusal("fetch", asked()), told) << status;
    }
    for (const std::string& told :
         {std::string("provider-refused:http-301"), std::string("provider-refused:http-404"),
          std::string("integration-unreachable:timeout"), std::string("integration-unreachable:tls"),
          unreadable, unreadable, unreadable, unreadable}) {
        EXPECT_EQ(refusal("fetch", asked()), told);
    }
}

TEST_F(Shop, OfAPrivateServerOnlyTheNamedAddressIsOpen) {
    test.settings(Json::object({{"privateUrl", "https://shop.example/fr"}}));
    test.http("GET", std::string("/fr") + Api + "/orders").answers(200, "[]");
    hooks("/fr").answers(403, "");
    EXPECT_EQ(refusal("connect", credentials("https://shop.example/admin")),
              "integration-unreachable:permission-refused");
    EXPECT_TRUE(test.requests().empty());
    EXPECT_EQ(refusal("connect", credentials()), "none");
}

TEST_F(Shop, APrivateServerIsClosedWhenTheSettingChanges) {
    test.secret("webhookIds", "5");
    test.settings(Json::object({{"privateUrl", "https://shop.example/de"}}));
    EXPECT_EQ(refusal("test", Json::object()), "integration-unreachable:permission-refused");
    run("disconnect");
    EXPECT_TRUE(test.secrets().empty());
    EXPECT_TRUE(test.requests().empty());
}

TEST_F(Shop, AKeyThatIsRefusedLeavesTheOneThatWorks) {
    test.http("GET", std::string("/fr") + Api + "/orders")
        .answers(401, R"({"code":"woocommerce_rest_cannot_view"})")
        .answers(200, "<html>")
        .answers(200, R"([{"id":727}])");
    hooks("/fr")
        .answers(201, R"({"id":5})")
        .answers(201, R"({"id":6})")
        .answers(201, R"({"id":7})")
        .answers(201, R"({"id":8})");
    EXPECT_EQ(refusal("connect", credentials()),
              "integration-credentials-invalid:woocommerce_rest_cannot_view");
    EXPECT_EQ(refusal("connect", credentials()), "integration-unreachable:answer-unreadable");
    EXPECT_EQ(test.secrets().at("consumerKey"), "ck_1");
    EXPECT_EQ(run("connect", credentials()).dump(),
              R"({"account":{"id":"shop.example/fr","name":"shop.example/fr"}})");
    EXPECT_EQ(test.secrets().at("url"), "https://shop.example/fr");
    EXPECT_EQ(test.secrets().at("consumerSecret"), "cs_2");
    EXPECT_EQ(test.secrets().at("webhookIds"), "5,6,7,8");
    EXPECT_EQ(test.secrets().at("webhook").size(), 64U);
    const Json sent = checkedBody("POST /webhooks", 3);
    EXPECT_EQ(sent["topic"].text(), "order.created");
    EXPECT_EQ(sent["delivery_url"].text(), "https://svc.example/hooks/woocommerce/com_1/t");
    EXPECT_EQ(sent["secret"].text(), test.secrets().at("webhook"));
    test.http("DELETE", std::string("/fr") + Api + "/webhooks/5").answers(200, "{}");
    test.http("DELETE", std::string("/fr") + Api + "/webhooks/6").answers(404, "");
    test.http("DELETE", std::string("/fr") + Api + "/webhooks/7").fails("timeout");
    test.http("DELETE", std::string("/fr") + Api + "/webhooks/8").answers(200, "{}");
    run("disconnect");
    EXPECT_TRUE(test.secrets().empty());
}

TEST_F(Shop, EndsTheWebhooksOfTheConnectionBefore) {
    test.secret("url", "https://shop.example/fr");
    test.secret("webhookIds", "3");
    test.http("GET", std::string("/fr") + Api + "/orders").answers(200, "[]");
    hooks("/fr").answers(201, R"({"id":5})");
    test.http("DELETE", std::string("/fr") + Api + "/webhooks/3").answers(200, "{}");
    run("connect", credentials());
    EXPECT_EQ(test.requests().back().method, "DELETE");
    EXPECT_EQ(test.requests().back().header("Authorization"), "Basic " + base64Encode("ck_2:cs_2"));
    test.secret("url", "https://other.example");
    const std::size_t before = test.requests().size();
    run("connect", credentials());
    EXPECT_EQ(test.requests().size(), before + 5) << "the key of a shop ends none of another one";
}

TEST_F(Shop, AsksAnAdministratorForAKeyAndTriesTheOneThatComes) {
    const Json asks = Json::object({{"account", "https://Shop.example/fr/"},
                                    {"state", "com_1.token"},
                                    {"redirectUri", "https://svc.example/oauth/callback/woocommerce"}});
    EXPECT_EQ(
        run("authorize", asks)["url"].text(),
        "https://shop.example/fr/wc-auth/v1/authorize?app_name=Business%20management&scope=read_write"
        "&user_id=com_1.token"
        "&return_url=https%3A%2F%2Fsvc.example%2Foauth%2Fcallback%2Fwoocommerce%3Fstate%3Dcom_1.token"
        "&callback_url=https%3A%2F%2Fsvc.example%2Foauth%2Fcallback%2Fwoocommerce%3Fstate%3Dcom_1.token");
    const auto brought = [](const std::string& body) {
        return Json::object({{"account", "https://Shop.example/fr/"},
                             {"state", "com_1.token"},
                             {"body", base64Encode(body)}});
    };
    const std::string right = R"({"key_id":1,"user_id":"com_1.token","consumer_key":"ck_2",)"
                              R"("consumer_secret":"cs_2","key_permissions":"read_write"})";
    for (const char* wrong : {"", "[", "[]", "{}", R"({"user_id":1})", R"({"user_id":"com_1.toke"})"}) {
        EXPECT_EQ(refusal("finish", brought(wrong)), "state-invalid") << wrong;
    }
    EXPECT_EQ(refusal("finish", brought(R"({"user_id":"com_1.token","consumer_key":"ck_2"})")),
              "integration-credentials-invalid");
    EXPECT_TRUE(test.requests().empty()) << "nobody was asked";
    test.http("GET", std::string("/fr") + Api + "/orders")
        .answers(401, R"({"code":"woocommerce_rest_cannot_view"})")
        .answers(200, "[]");
    EXPECT_EQ(refusal("finish", brought(right)),
              "integration-credentials-invalid:woocommerce_rest_cannot_view");
    EXPECT_EQ(test.secrets().at("consumerKey"), "ck_1") << "the key that works is kept";
    EXPECT_EQ(run("finish", brought(right))["account"].textOr("id"), "shop.example/fr");
    EXPECT_EQ(test.secrets().at("consumerKey"), "ck_2");
    EXPECT_EQ(test.secrets().at("consumerSecret"), "cs_2");
    EXPECT_EQ(test.requests().back().header("Authorization"), "Basic " + base64Encode("ck_2:cs_2"));
}

TEST_F(Shop, ThatIsConnectedAgainDeletesTheCallsOfBefore) {
    test.secret("webhookIds", "5,6");
    orders().answers(200, "[]");
    hooks().answers(201, R"({"id":7})");
    test.http("DELETE", std::string(Api) + "/webhooks/5").answers(200, "{}");
    test.http("DELETE", std::string(Api) + "/webhooks/6").answers(404, "{}");
    run("connect", credentials("https://shop.example"));
    EXPECT_EQ(test.secrets().at("webhookIds"), "7,7,7,7");
    EXPECT_EQ(test.requests().back().path(), std::string(Api) + "/webhooks/6");
    EXPECT_EQ(test.requests().back().header("Authorization"), "Basic " + base64Encode("ck_2:cs_2"));
    const std::size_t before = test.requests().size();
    test.http("GET", std::string("/fr") + Api + "/orders").answers(200, "[]");
    hooks("/fr").answers(403, "");
    run("connect", credentials());
    EXPECT_EQ(test.requests().size(), before + 2) << "those of another shop are not its own";
}

TEST_F(Shop, AKeyThatMayOnlyReadIsEnough) {
    orders().answers(200, "[]").answers(500, R"({"code":"internal_server_error"})");
    hooks().answers(403, R"({"code":"woocommerce_rest_cannot_create"})");
    run("connect", credentials("https://shop.example"));
    EXPECT_EQ(test.requests().size(), 2U);
    EXPECT_EQ(test.secrets().count("webhookIds"), 0U);
    EXPECT_EQ(run("test")["error"].text(), "internal_server_error");
    Json own = credentials("https://shop.example");
    Json keys = own["credentials"];
    own.set("credentials", keys.set("webhookSecret", "mine"));
    orders().answers(200, "[]").next(); // drops the previous answer, which repeats
    run("connect", own);
    EXPECT_EQ(test.secrets().at("webhook"), "mine");
    EXPECT_EQ(test.requests().size(), 4U) << "the shop calls already";
}

TEST_F(Shop, FetchesWhenItIsCalled) {
    test.secret("webhook", "secret-1");
    const std::string body = R"({"id":727,"status":"processing"})";
    // printf '%s' "$body" | openssl dgst -sha256 -hmac secret-1 -binary | base64
    const std::string right = "FZrSye/S80McdtCRjcSz9bFZloR++GIHBu5egab0fCg=";
    EXPECT_EQ(run("hook", incoming(right, body, "order.updated")).dump(), R"({"id":"d-1","about":"feed"})");
    EXPECT_EQ(run("hook", incoming(right, body, "customer.updated"))["about"].text(), "nothing");
    EXPECT_EQ(refusal("hook", incoming(right, body + ' ', "order.updated")), "signature-invalid");
    EXPECT_EQ(refusal("hook", incoming(right.substr(1), body, "order.updated")), "signature-invalid");
    EXPECT_EQ(refusal("hook", incoming("", body, "order.updated")), "signature-invalid");
    test.secret("webhook", "secret-2");
    EXPECT_EQ(refusal("hook", incoming(right, body, "order.updated")), "signature-invalid");
}

TEST_F(Shop, AGreetingWithoutSignatureDoesNothing) {
    test.secret("webhook", "secret-1");
    EXPECT_EQ(run("hook", incoming("", "webhook_id=17", ""))["about"].text(), "nothing");
    EXPECT_EQ(refusal("hook", incoming("", "webhook_id=17&x=1", "")), "signature-invalid");
    EXPECT_EQ(refusal("hook", incoming("wrong", "webhook_id=17", "order.updated")), "signature-invalid");
}

} // namespace
} // namespace svc::woocommerce::testing
