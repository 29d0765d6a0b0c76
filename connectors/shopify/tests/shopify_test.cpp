#include "common/digest.hpp"

#include "shopify_case.hpp"

namespace svc::shopify::testing {
namespace {

class Shop : public Shopify {
protected:
    static Json refused(const std::string& code, const Json& cost = nullptr) {
        Json body = Json::object(
            {{"errors", Json::array({Json::object(
                            {{"message", "No"}, {"extensions", Json::object({{"code", code}})}})})}});
        if (!cost.isNull()) {
            body.set("extensions", Json::object({{"cost", cost}}));
        }
        return body;
    }
    /// The throttle status of a query that costs 1000 points.
    static Json cost(const std::string& available, const std::string& restored) {
        return Json::object({{"requestedQueryCost", 1000},
                             {"actualQueryCost", nullptr},
                             {"throttleStatus", Json::object({{"maximumAvailable", Json::number("2000.0")},
                                                              {"currentlyAvailable", Json::number(available)},
                                                              {"restoreRate", Json::number(restored)}})}});
    }
    static Json finishing() {
        return Json::object({{"code", "c0de"},
                             {"redirectUri", "https://svc.example/oauth/callback/shopify"},
                             {"codeVerifier", "v"},
                             {"account", "new.myshopify.com"},
                             {"hookUrl", "https://svc.example/hooks/shopify/com_1/t"}});
    }
    static Json named() {
        return Json::parse(R"({"data":{"shop":{"name":"Quais","myshopifyDomain":"new.myshopify.com"}}})");
    }
    std::string header(std::size_t request) {
        return test.requests().at(request).header("X-Shopify-Access-Token");
    }
    Json vector() const { return dataOf("signatures.json")["vectors"].at(0); }
    static Json incoming(const std::string& signature, const std::string& body, const std::string& topic,
                         const std::string& domain = "quais.myshopify.com") {
        return Json::object({{"headers", Json::object({{"X-Shopify-Hmac-Sha256", signature},
                                                       {"X-Shopify-Topic", topic},
                                                       {"X-Shopify-Shop-Domain", domain},
                                                       {"X-Shopify-Webhook-Id", "w-1"}})},
                             {"body", base64Encode(body)}});
    }
};

TEST_F(Shop, ReadsWhatWasPlacedAndChangedSince) {
    api().answers(200, answer(Json::array({order()}), "c-1")).answers(200, answer(Json::array()));
    Json page = run("fetch", asked());
    EXPECT_EQ(test.requests()[0].url, "https://quais.myshopify.com/admin/api/2026-10/graphql.json");
    EXPECT_EQ(header(0), "shpat_1");
    EXPECT_EQ(variables(test.requests()[0]).dump(),
              R"({"after":null,"query":"updated_at:>='2026-10-21T00:00:00.000Z' )"
              R"(created_at:>='2026-10-21T00:00:00.000Z'"})");
    ASSERT_TRUE(page["more"].boolean());
    test.situation().now = test.situation().now + Instant::Minute;
    page = run("fetch", asked(page["cursor"]));
    EXPECT_EQ(variables(test.requests()[1])["after"].text(), "c-1");
    EXPECT_FALSE(page["more"].boolean());
    EXPECT_EQ(page["cursor"].dump(),
              R"({"placed":"2026-10-21T00:00:00.000Z","changed":"2026-11-20T08:50:00.000Z"})")
        << "the time of the first page";
    run("fetch", asked(page["cursor"]));
    EXPECT_EQ(variables(test.requests()[2])["query"].text(),
              "updated_at:>='2026-11-20T08:50:00.000Z' created_at:>='2026-10-21T00:00:00.000Z'");
}

TEST_F(Shop, WaitsForItsBucketToLeak) {
    api()
        .answers(200, refused("THROTTLED", cost("900.0", "1000.0")))
        .answers(200, answer(Json::array({order()})))
        .answers(200, refused("THROTTLED", cost("100.0", "50.0")))
        .answers(200, refused("THROTTLED", cost("999.0", "1000.0")));
    EXPECT_EQ(run("fetch", asked())["records"].size(), 1U) << "a tenth of a second";
    EXPECT_EQ(test.requests().size(), 2U);
    EXPECT_EQ(run("fetch", asked()).dump(),
              R"({"error":"integration-unreachable:throttled","retryAt":"2026-11-20T09:00:18.001Z"})");
    EXPECT_EQ(run("fetch", asked()).textOr("error"), "integration-unreachable:throttled");
    EXPECT_EQ(test.requests().size(), 7U) << "four times at the most";
}

TEST_F(Shop, TellsWhatWentWrongAndWhenToComeBack) {
    const std::string unreadable = "integration-unreachable:answer-unreadable";
    const std::vector<std::pair<int, std::string>> answers = {
        {400, "provider-refused:http-400:No"},
        {402, "provider-refused:http-402:No"},
        {403, "integration-credentials-invalid:http-403:No"},
        {404, "provider-refused:http-404:No"},
        {423, "provider-refused:http-423:No"},
        {429, "integration-unreachable:http-429"},
        {500, "integration-unreachable:http-500"},
        {503, "integration-unreachable:http-503"}};
    api().answers(429, R"({"errors":"Exceeded"})", {{"Retry-After", "2.0"}});
    for (const auto& [status, told] : answers) {
        api().answers(status, R"({"errors":"No"})");
    }
    api()
        .answers(302, "", {{"Location", "https://quais.example/"}})
        .answers(404, "<html>", {{"Content-Type", "text/html"}})
        .fails("timeout")
        .answers(200, R"({"data":{"orders")")
        .answers(200, "<html>", {{"Content-Type", "text/html"}})
        .answers(200, "[]")
        .answers(200, R"({"data":{"orders":null}})")
        .answers(200, refused("ACCESS_DENIED"))
        .answers(200, refused("MAX_COST_EXCEEDED"))
        .answers(200, refused("INTERNAL_SERVER_ERROR"));
    EXPECT_EQ(run("fetch", asked()).dump(),
              R"({"error":"integration-unreachable:http-429","retryAt":"2026-11-20T09:00:02.000Z"})");
    for (const auto& [status, told] : answers) {
        EXPECT_EQ(refusal("fetch", asked()), told) << status;
    }
    for (const std::string& told :
         {std::string("provider-refused:http-302"), std::string("provider-refused:http-404"),
          std::string("integration-unreachable:timeout"), unreadable, unreadable, unreadable, unreadable,
          std::string("provider-refused:ACCESS_DENIED:No"),
          std::string("provider-refused:MAX_COST_EXCEEDED:No"),
          std::string("integration-unreachable:INTERNAL_SERVER_ERROR")}) {
        EXPECT_EQ(refusal("fetch", asked()), told);
    }
}

TEST_F(Shop, AnAnswerWithErrorsIsNoAnswer) {
    Json partial = answer(Json::array({order()}));
    partial.set("errors", refused("ACCESS_DENIED")["errors"]);
    api().answers(200, partial);
    EXPECT_EQ(refusal("fetch", asked()), "provider-refused:ACCESS_DENIED:No");
}

TEST_F(Shop, RenewsItsToken) {
    test.secret("tokenUntil", "2026-11-20T09:04:59.000Z");
    tokens()
        .answers(200, R"({"access_token":"shpat_2","expires_in":3600,"refresh_token":"shprt_2"})")
        .answers(400, R"({"error":"invalid_grant"})");
    api().answers(200, answer(Json::array())).answers(401, R"({"errors":"No"})");
    run("fetch", asked());
    EXPECT_EQ(
        test.requests()[0].body,
        "grant_type=refresh_token&refresh_token=shprt_1&client_id=client&client_secret=shpss_test_secret");
    EXPECT_EQ(test.requests()[0].header("Authorization"), "");
    EXPECT_EQ(header(1), "shpat_2");
    EXPECT_EQ(test.secrets().at("refreshToken"), "shprt_2");
    EXPECT_EQ(refusal("fetch", asked()), "integration-credentials-invalid:invalid_grant")
        << "the app was taken out";
}

TEST_F(Shop, SendsTheMerchantToTheirShop) {
    const Json told =
        run("authorize", Json::object({{"redirectUri", "https://svc.example/oauth/callback/shopify"},
                                       {"state", "com_1.s"},
                                       {"codeChallenge", "ch"},
                                       {"account", "new.myshopify.com"}}));
    EXPECT_EQ(told["url"].text(),
              "https://new.myshopify.com/admin/oauth/authorize?response_type=code&client_id=client"
              "&redirect_uri=https%3A%2F%2Fsvc.example%2Foauth%2Fcallback%2Fshopify&scope=read_orders"
              "&state=com_1.s&code_challenge=ch&code_challenge_method=S256");
}

TEST_F(Shop, KeepsTheTokensOnceTheShopIsSeen) {
    tokens()
        .answers(400, R"({"error":"invalid_request"})")
        .answers(
            200,
            R"({"access_token":"shpat_2","scope":"read_orders","expires_in":3600,"refresh_token":"shprt_2"})");
    api()
        .answers(500, "")
        .answers(429, "", {{"Retry-After", "1.0"}})
        .answers(200, named())
        .answers(200, refused("ACCESS_DENIED"));
    EXPECT_EQ(refusal("finish", finishing()), "provider-refused:invalid_request");
    EXPECT_EQ(refusal("finish", finishing()), "integration-unreachable:http-500");
    EXPECT_EQ(refusal("finish", finishing()), "integration-unreachable:http-429");
    EXPECT_EQ(test.secrets().at("token"), "shpat_1");
    EXPECT_EQ(run("finish", finishing()).dump(), R"({"account":{"id":"new.myshopify.com","name":"Quais"}})")
        << "calls are not needed";
    EXPECT_EQ(test.requests()[0].url, "https://new.myshopify.com/admin/oauth/access_token");
    EXPECT_EQ(
        test.requests()[0].body,
        "grant_type=authorization_code&code=c0de&redirect_uri=https%3A%2F%2Fsvc.example%2Foauth%2Fcallback%2F"
        "shopify&code_verifier=v&expiring=1&client_id=client&client_secret=shpss_test_secret");
    EXPECT_EQ(test.secrets().at("shop"), "new.myshopify.com");
    EXPECT_EQ(test.secrets().at("tokenUntil"), "2026-11-20T10:00:00.000Z");
    EXPECT_EQ(test.secrets().at("refreshToken"), "shprt_2");
    const svc::testing::SentRequest last = test.requests().back();
    EXPECT_EQ(last.header("X-Shopify-Access-Token"), "shpat_2");
    EXPECT_EQ(variables(last)["hook"].dump(),
              R"({"uri":"https://svc.example/hooks/shopify/com_1/t","format":"JSON"})");
    for (const char* topic : {"ORDERS_PAID", "ORDERS_UPDATED", "ORDERS_CANCELLED", "APP_UNINSTALLED"}) {
        EXPECT_NE(last.body.find(topic), std::string::npos) << topic;
    }
}

TEST_F(Shop, ATokenThatDoesNotEndIsGoodUntilItIsTakenAway) {
    tokens().answers(200, R"({"access_token":"shpat_3","scope":"read_orders"})");
    api().answers(200, named()).answers(200, "{}").answers(401, R"({"errors":"No"})");
    run("finish", finishing());
    test.situation().now = test.situation().now + 900 * Instant::Day;
    EXPECT_EQ(refusal("fetch", asked()), "integration-credentials-invalid:http-401:No");
    EXPECT_EQ(header(test.requests().size() - 1), "shpat_3");
}

TEST_F(Shop, IsTriedAndLeft) {
    api().answers(200, named()).answers(200, refused("ACCESS_DENIED")).answers(503, "");
    EXPECT_TRUE(run("test")["ok"].boolean());
    Json tried = run("test");
    EXPECT_FALSE(tried["ok"].boolean());
    EXPECT_EQ(tried["error"].text(), "ACCESS_DENIED:No");
    EXPECT_EQ(run("test")["error"].text(), "http-503");
    test.http("DELETE", "/admin/api_permissions/current.json").answers(200, "");
    run("disconnect");
    EXPECT_EQ(test.requests().back().url, "https://quais.myshopify.com/admin/api_permissions/current.json");
    EXPECT_TRUE(test.secrets().empty());
}

TEST_F(Shop, FetchesWhenItIsCalled) {
    const std::string body = vector()["body"].text();
    const std::string right = vector()["header"].text();
    EXPECT_EQ(run("hook", incoming(right, body, "orders/paid")).dump(), R"({"id":"w-1","about":"feed"})");
    EXPECT_EQ(run("hook", incoming(right, body, "app/uninstalled"))["about"].text(), "access");
    EXPECT_EQ(run("hook", incoming(right, body, "products/update"))["about"].text(), "nothing");
    std::string other = body;
    other[10] = other[10] == '1' ? '2' : '1';
    EXPECT_EQ(refusal("hook", incoming(right, other, "orders/paid")), "signature-invalid");
    EXPECT_EQ(refusal("hook", incoming(right.substr(1), body, "orders/paid")), "signature-invalid");
    EXPECT_EQ(refusal("hook", incoming("", body, "orders/paid")), "signature-invalid");
    EXPECT_EQ(refusal("hook", incoming(right, body, "orders/paid", "other.myshopify.com")),
              "signature-invalid");
}

TEST_F(Shop, TellsWhoseACallToTheAddressOfTheAppIs) {
    const auto call = [](const std::string& body, const std::string& domain, const std::string& secret) {
        return Json::object({{"headers", Json::object({{"x-shopify-hmac-sha256",
                                                        base64Encode(connector::hmacSha256(secret, body))},
                                                       {"x-shopify-shop-domain", domain}})},
                             {"body", base64Encode(body)}});
    };
    const std::string secret = "shpss_test_secret";
    const std::string signedDomain = R"({"shop_id":954889,"shop_domain":"quais.myshopify.com"})";
    EXPECT_EQ(run("account", call(signedDomain, "quais.myshopify.com", secret)).dump(),
              R"({"account":"quais.myshopify.com"})");
    EXPECT_EQ(run("account", call(signedDomain, "", secret))["account"].text(), "quais.myshopify.com");
    EXPECT_EQ(run("account", call("{}", "new.myshopify.com", secret))["account"].text(), "new.myshopify.com");
    EXPECT_TRUE(run("account", call("{}", "", secret))["account"].isNull());
    EXPECT_EQ(refusal("account", call(signedDomain, "new.myshopify.com", secret)), "signature-invalid");
    EXPECT_EQ(refusal("account", call(signedDomain, "quais.myshopify.com", "other")), "signature-invalid");
    EXPECT_EQ(refusal("account", call("[", "quais.myshopify.com", secret)), "signature-invalid");
}

TEST_F(Shop, TellsWhosePersonalDataIsAskedForOrMustGo) {
    const auto told = [&](const std::string& topic, const std::string& body) {
        const std::string code = base64Encode(connector::hmacSha256("shpss_test_secret", body));
        return run("hook", incoming(code, body, topic)).dump();
    };
    EXPECT_EQ(
        told("customers/data_request",
             R"({"shop_id":954889,"shop_domain":"quais.myshopify.com","orders_requested":[299938,)"
             R"(820982911946154508],"customer":{"id":191167,"email":"john@example.com"}})"),
        R"({"id":"w-1","about":"data_request","orders":["shopify:299938","shopify:820982911946154508"]})");
    EXPECT_EQ(told("customers/redact", R"({"customer":{"id":191167},"orders_to_redact":[299938]})"),
              R"({"id":"w-1","about":"erasure","orders":["shopify:299938"]})");
    EXPECT_EQ(told("customers/redact", R"({"customer":{"id":191167}})"),
              R"({"id":"w-1","about":"erasure","orders":[]})")
        << "not all orders of the shop";
    EXPECT_EQ(told("shop/redact", R"({"shop_id":954889,"shop_domain":"quais.myshopify.com"})"),
              R"({"id":"w-1","about":"erasure"})");
    EXPECT_EQ(refusal("hook", incoming("x", R"({"orders_to_redact":[1]})", "customers/redact")),
              "signature-invalid");
}

class WithTwoSecrets : public Shopify {
protected:
    WithTwoSecrets()
        : Shopify(Json::object({{"clientId", "client"},
                                {"clientSecret", "shpss_new"},
                                {"previousClientSecret", "shpss_old"}})) {}
};

TEST_F(WithTwoSecrets, BothAreBelieved) {
    const auto told = [&](const std::string& secret) {
        return refusal(
            "hook", called("X-Shopify-Hmac-Sha256", base64Encode(connector::hmacSha256(secret, "{}")), "{}"));
    };
    EXPECT_EQ(told("shpss_new"), "none");
    EXPECT_EQ(told("shpss_old"), "none") << "until it is revoked";
    EXPECT_EQ(told("shpss_other"), "signature-invalid");
}

class WithoutSecret : public Shopify {
protected:
    WithoutSecret() : Shopify(Json::object({{"clientId", "client"}})) {}
};

TEST_F(WithoutSecret, NobodyIsBelievedOrSentAnywhere) {
    // HMAC-SHA256 under an empty key.
    const std::string empty = "IvjuqQlACvmK3zaBqfMZI+9rf8ukq7VT2Sgjo+nVwl4=";
    Json call = called("X-Shopify-Hmac-Sha256", empty, "{}");
    EXPECT_EQ(refusal("hook", call), "signature-invalid");
    EXPECT_EQ(refusal("account", called("x-shopify-hmac-sha256", empty, "{}")), "signature-invalid");
    EXPECT_EQ(refusal("authorize", Json::object({{"account", "new.myshopify.com"}})),
              "provider-refused:client-not-configured");
}

} // namespace
} // namespace svc::shopify::testing
