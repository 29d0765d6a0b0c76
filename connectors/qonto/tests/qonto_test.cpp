#include <svc/testing/connector_case.hpp>

#include "common/faulty_answers.hpp"

namespace svc::qonto::testing {
namespace {

using svc::testing::ConnectorCase;

constexpr const char* Iban = "FR7616798000010000005663951";

class Qonto : public ConnectorCase {
protected:
    Qonto() : ConnectorCase("qonto", SVC_PLUGIN_FOLDER, SVC_TEST_DATA) {
        test.settings(Json::object({{"baseUrl", "https://thirdparty.qonto.com"}}));
        test.secret("login", "acme-1");
        test.secret("secretKey", "s3cret");
        test.secret("iban", Iban);
    }
    static Json asked(const Json& cursor = nullptr, const Json& since = nullptr) {
        return fetchInput("bank_lines", cursor, Json::object({{"walletId", "wal_1"}}), "EUR", since);
    }
    svc::testing::HttpStandIn& transactions() { return test.http("GET", "/v2/transactions"); }
    svc::testing::HttpStandIn& organization() { return test.http("GET", "/v2/organization"); }
    static Json page(const Json& list, const Json& next) {
        return Json::object({{"transactions", list}, {"meta", Json::object({{"next_page", next}})}});
    }
    static Json credentials(const Json& settings = Json::object()) {
        return Json::object(
            {{"credentials",
              Json::object({{"login", "new"}, {"secretKey", "key"}, {"webhookSecret", "hook"}})},
             {"settings", settings}});
    }
};

TEST_F(Qonto, GivesTheLinesOfTheAccount) {
    transactions().answers(200, dataOf("contract.json")["transactions"]);
    const Json read = run("fetch", asked());
    EXPECT_EQ(
        read["records"].dump(),
        R"([{"bookedAt":"2021-03-03","valueDate":"2021-03-03","amount":-43,"currency":"EUR","label":"Ferry-Purdy",)"
        R"("counterparty":{"name":"Ferry-Purdy","iban":null},"reference":null,"endToEndId":null,)"
        R"("bankReference":"df346899-3595-421a-8b26-f9d9616ce496"}])");
    EXPECT_EQ(read["cursor"].dump(), R"({"from":"2026-11-20T08:50:00.000Z"})");
    EXPECT_EQ(query(0),
              std::string("iban=") + Iban +
                  "&status%5B%5D=completed&updated_at_from=2026-08-22T00%3A00%3A00.000Z&page=1&per_page=100");
    EXPECT_EQ(test.requests()[0].header("Authorization"), "acme-1:s3cret");
}

TEST_F(Qonto, ReadsAllPagesAndThenWhatHasChanged) {
    const Json credit = Json::object({{"id", "t1"},
                                      {"status", "completed"},
                                      {"side", "credit"},
                                      {"amount_cents", 12000},
                                      {"label", "Anne"},
                                      {"reference", "F-7"},
                                      {"settled_at", "2026-11-19T10:00:00.000Z"}});
    Json open = credit;
    open.set("status", "pending").set("settled_at", nullptr);
    Json list = Json::array();
    list.push(credit).push(open);
    transactions().answers(200, page(list, 2)).answers(200, page(Json::array(), nullptr));
    const Json first = run("fetch", asked(nullptr, "2026-11-01"));
    ASSERT_EQ(first["records"].size(), 1U) << "what is pending comes when it is completed";
    EXPECT_EQ(first["records"].at(0)["amount"].integer(), 12000);
    EXPECT_TRUE(first["more"].boolean());
    test.situation().now = test.situation().now + Instant::Hour;
    const Json second = run("fetch", asked(first["cursor"]));
    EXPECT_NE(query(1).find("updated_at_from=2026-11-01T00%3A00%3A00.000Z&page=2"), std::string::npos);
    EXPECT_EQ(second["cursor"].dump(), R"({"from":"2026-11-20T08:50:00.000Z"})")
        << "the time of the first page";
    run("fetch", asked(second["cursor"]));
    EXPECT_NE(query(2).find("updated_at_from=2026-11-20T08%3A50%3A00.000Z&page=1"), std::string::npos);
}

TEST_F(Qonto, BooksOnTheDayOfTheCompany) {
    test.situation().utcOffsetMinutes = 60;
    transactions().answers(200,
                           page(Json::array({Json::object({{"id", "t1"},
                                                           {"status", "completed"},
                                                           {"side", "credit"},
                                                           {"amount_cents", 12000},
                                                           {"settled_at", "2026-11-18T23:30:00.000Z"}})}),
                                nullptr));
    const Json line = run("fetch", asked(nullptr, "2026-11-19"))["records"].at(0);
    EXPECT_EQ(line["bookedAt"].text(), "2026-11-19");
    EXPECT_EQ(line["valueDate"].text(), "2026-11-19");
    EXPECT_NE(query(0).find("updated_at_from=2026-11-18T23%3A00%3A00.000Z"), std::string::npos);
}

TEST_F(Qonto, ReadsHundredthsInCurrenciesWithNoneAndThreeDecimals) {
    const auto amountOf = [&](const char* currency, std::int64_t hundredths, const char* side) {
        transactions() = {};
        transactions().answers(200,
                               page(Json::array({Json::object({{"id", "t1"},
                                                               {"status", "completed"},
                                                               {"side", side},
                                                               {"currency", currency},
                                                               {"amount_cents", hundredths},
                                                               {"settled_at", "2026-11-19T10:00:00.000Z"}})}),
                                    nullptr));
        const Json line = run("fetch", asked())["records"].at(0);
        EXPECT_EQ(line["currency"].text(), currency);
        return line["amount"].integer();
    };
    EXPECT_EQ(amountOf("EUR", 12000, "credit"), 12000);
    EXPECT_EQ(amountOf("XOF", 500000, "debit"), -5000);
    EXPECT_EQ(amountOf("TND", 1234, "credit"), 12340);
    EXPECT_THROW(amountOf("XOF", 50, "credit"), ApiError) << "half a franc";
    EXPECT_THROW(amountOf("nothing", 100, "credit"), ApiError);
}

TEST_F(Qonto, TellsWhatWentWrongAndWhenToComeBack) {
    transactions()
        .answers(429, "", {{"Retry-After", "60"}})
        .answers(401, "")
        .answers(422, "")
        .answers(503, "")
        .fails("connect")
        .answers(200, R"({"transactions":)")
        .answers(200, "[]")
        .answers(200,
                 R"({"transactions":[{"id":"1","status":"completed","side":"debit","settled_at":"x"}]})");
    EXPECT_EQ(run("fetch", asked()).textOr("retryAt"), "2026-11-20T09:01:00.000Z");
    const std::string unreadable = "integration-unreachable:answer-unreadable";
    for (const std::string& expected :
         {std::string("integration-credentials-invalid"), std::string("provider-refused:http-422"),
          std::string("integration-unreachable:http-503"), std::string("integration-unreachable:connect"),
          unreadable, unreadable, unreadable}) {
        EXPECT_EQ(refusal("fetch", asked()), expected);
    }
}

TEST_F(Qonto, ConnectsTheAccountThatIsMeant) {
    const Json one = dataOf("contract.json")["organization"];
    const Json two = Json::parse(
        R"({"organization":{"slug":"a","bank_accounts":[{"iban":"FR760001"},{"iban":"FR760002"}]}})");
    organization().answers(401, "").answers(200, one).answers(200, two).answers(200, two).answers(500, "");
    EXPECT_EQ(refusal("connect", credentials()), "integration-credentials-invalid");
    EXPECT_EQ(test.secrets().at("login"), "acme-1");
    EXPECT_EQ(run("connect", credentials()).dump(),
              R"({"account":{"id":"FR7616798000010000005663951","name":"acme-1"}})");
    EXPECT_EQ(refusal("connect", credentials()), "provider-refused:iban-needed:0001,0002");
    EXPECT_EQ(refusal("connect", credentials(Json::object({{"iban", "FR3"}}))),
              "provider-refused:iban-unknown");
    EXPECT_EQ(test.secrets().at("iban"), Iban);
    EXPECT_EQ(run("test")["error"].text(), "http-500");
    run("disconnect");
    EXPECT_TRUE(test.secrets().empty());
}

TEST_F(Qonto, NeedsToKnowTheWallet) {
    Json input = asked();
    input.set("settings", Json::object());
    EXPECT_EQ(refusal("fetch", input), "field-required:settings.walletId");
    EXPECT_TRUE(test.requests().empty());
}

/// A connection by OAuth 2 instead of an API key.
class QontoAccess : public Qonto {
protected:
    QontoAccess() {
        test.settings(Json::object({{"clientId", "client"},
                                    {"clientSecret", "cl13nt"},
                                    {"baseUrl", "https://thirdparty.qonto.com"},
                                    {"accessUrl", "https://oauth.qonto.com"}}));
        run("disconnect"); // removes the API key
        authorized("2026-11-20T10:00:00.000Z");
    }
    void authorized(const std::string& until) {
        test.secret("token", "T1");
        test.secret("tokenUntil", until);
        test.secret("refreshToken", "R1");
        test.secret("iban", Iban);
    }
    static Json back(const Json& account = nullptr) {
        return Json::object({{"code", "c0de"},
                             {"state", "s"},
                             {"redirectUri", "https://svc.example/r"},
                             {"codeVerifier", "v"},
                             {"account", account}});
    }
    svc::testing::HttpStandIn& tokens() { return test.http("POST", "/oauth2/token"); }
    static constexpr const char* NewTokens =
        R"({"access_token":"T2","expires_in":3600,"refresh_token":"R2","token_type":"bearer"})";
};

TEST_F(QontoAccess, SendsThePersonToQonto) {
    const std::string url =
        run("authorize", Json::object({{"state", "s"}, {"redirectUri", "https://svc.example/r"}}))["url"]
            .text();
    EXPECT_TRUE(url.starts_with("https://oauth.qonto.com/oauth2/auth?")) << url;
    for (const char* field :
         {"response_type=code", "client_id=client", "state=s", "scope=organization.read%20offline_access",
          "redirect_uri=https%3A%2F%2Fsvc.example%2Fr"}) {
        EXPECT_NE(url.find(field), std::string::npos) << field << ' ' << url;
    }
}

TEST_F(QontoAccess, KeepsTheAccessToTheAccountThatIsMeant) {
    const Json two = Json::parse(
        R"({"organization":{"slug":"a","bank_accounts":[{"iban":"FR760001"},{"iban":"FR760002"}]}})");
    tokens().answers(400, R"({"error":"invalid_grant"})").answers(200, NewTokens);
    organization()
        .answers(401, "")
        .answers(200, two)
        .answers(200, two)
        .answers(200, R"({"organization":{"bank_accounts":[{"iban":null},{"iban":"<é>"}]}})")
        .answers(200, two)
        .answers(200, dataOf("contract.json")["organization"]);
    EXPECT_EQ(refusal("finish", back()), "integration-credentials-invalid:invalid_grant");
    EXPECT_EQ(refusal("finish", back()), "integration-credentials-invalid");
    EXPECT_EQ(refusal("finish", back()), "provider-refused:iban-needed:0001,0002");
    EXPECT_EQ(refusal("finish", back("FR760003")), "provider-refused:iban-unknown");
    EXPECT_EQ(refusal("finish", back()), "provider-refused:iban-needed:?,?");
    EXPECT_EQ(test.secrets().at("token"), "T1") << "nothing is kept before the account was seen";
    EXPECT_EQ(run("finish", back("FR760002")).dump(), R"({"account":{"id":"FR760002","name":"a"}})");
    EXPECT_EQ(run("finish", back()).dump(),
              R"({"account":{"id":"FR7616798000010000005663951","name":"acme-1"}})");
    EXPECT_EQ(test.secrets().at("iban"), Iban);
    EXPECT_EQ(test.secrets().at("refreshToken"), "R2");
    EXPECT_EQ(test.requests()[0].body,
              "grant_type=authorization_code&code=c0de&redirect_uri=https%3A%2F%2Fsvc.example%2Fr&"
              "code_verifier=v&client_id=client&client_secret=cl13nt");
    EXPECT_EQ(test.requests().back().header("Authorization"), "Bearer T2");
}

TEST_F(QontoAccess, ReadsWithItsTokenAndRenewsIt) {
    const Json lines = dataOf("contract.json")["transactions"];
    transactions().answers(200, lines).answers(200, lines).answers(401, "").answers(200, lines);
    tokens().answers(200, NewTokens).answers(200, R"({"access_token":"T3","expires_in":3600})");
    EXPECT_EQ(run("fetch", asked())["records"].size(), 1U);
    EXPECT_EQ(test.requests()[0].header("Authorization"), "Bearer T1");
    authorized("2026-11-20T09:04:00.000Z");
    run("fetch", asked());
    EXPECT_EQ(test.requests()[1].body,
              "grant_type=refresh_token&refresh_token=R1&client_id=client&client_secret=cl13nt");
    EXPECT_EQ(test.requests()[2].header("Authorization"), "Bearer T2");
    run("fetch", asked());
    EXPECT_EQ(test.requests().back().header("Authorization"), "Bearer T3") << "after a token was refused";
    tokens() = {};
    tokens().answers(400, R"({"error":"invalid_grant"})");
    authorized("2026-11-20T09:04:00.000Z");
    EXPECT_EQ(refusal("fetch", asked()), "integration-credentials-invalid:invalid_grant");
}

TEST_F(QontoAccess, GivesItsAccessBack) {
    test.http("POST", "/oauth2/revoke").answers(503, "");
    run("disconnect");
    EXPECT_EQ(test.requests()[0].body, "token=R1&client_id=client&client_secret=cl13nt");
    EXPECT_TRUE(test.secrets().empty());
}

TEST_F(Qonto, FetchesWhenItIsCalled) {
    test.secret("webhook", "whsec_test_secret");
    test.situation().now = Instant(1'500'000'000 * Instant::Second);
    const std::string body = "{\n  \"id\": \"evt_test_webhook\",\n  \"object\": \"event\"\n}";
    // HMAC-SHA256, computed by another program.
    const std::string right =
        "t=1500000000,v1=9fb1a1e09e3667f93579317f45c6838ad2940b9d5a32efad40b6c8e6877c622d";
    EXPECT_EQ(run("hook", called("X-Qonto-Signature", right, body))["about"].text(), "feed");
    EXPECT_EQ(refusal("hook", called("X-Qonto-Signature", right, body + ' ')), "signature-invalid");
    EXPECT_EQ(refusal("hook", called("X-Qonto-Signature", "", body)), "signature-invalid");
}

TEST_F(Qonto, SurvivesWhatNoProviderShouldAnswer) {
    connector::testing::expectFaultyAnswers(
        transactions(), dataOf("contract.json")["transactions"].dump(),
        [&] { return refusal("fetch", asked()); }, [&] { return test.secrets(); });
}

TEST_F(Qonto, TellsEveryClassOfRefusal) {
    connector::testing::expectEachClass(transactions(), [&] { return refusal("fetch", asked()); });
}

} // namespace
} // namespace svc::qonto::testing
