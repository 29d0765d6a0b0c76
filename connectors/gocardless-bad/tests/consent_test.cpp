#include <svc/testing/connector_case.hpp>

namespace svc::gocardless_bad::testing {
namespace {

using svc::testing::ConnectorCase;

constexpr const char* Iban = "BE68539007547034";
constexpr const char* State = "com_1.state";

class Consent : public ConnectorCase {
protected:
    Consent() : ConnectorCase("gocardless-bad", SVC_PLUGIN_FOLDER, SVC_TEST_DATA) {
        test.settings(Json::object({{"baseUrl", "https://bankaccountdata.gocardless.com"}}));
        banks().answers(200, Json::parse(R"([
            {"id":"BNP_GEBABEBB","name":"BNP Paribas Fortis","bic":"GEBABEBB","transaction_total_days":"540"},
            {"id":"N26_NTSBDEB1","name":"N26 Bank","bic":"NTSBDEB1","transaction_total_days":"90"},
            {"id":"KBC_A","name":"KBC Brussels","bic":"KREDBEBB","transaction_total_days":"900"},
            {"id":"KBC_B","name":"KBC","bic":"KREDBEBB","transaction_total_days":"x"}])"));
    }
    svc::testing::HttpStandIn& on(const std::string& method, const std::string& path) {
        return test.http(method, "/api/v2" + path);
    }
    svc::testing::HttpStandIn& tokens() { return on("POST", "/token/new/"); }
    svc::testing::HttpStandIn& banks() { return on("GET", "/institutions/"); }
    svc::testing::HttpStandIn& agreements() { return on("POST", "/agreements/enduser/"); }
    svc::testing::HttpStandIn& requisitions() { return on("POST", "/requisitions/"); }
    svc::testing::HttpStandIn& requisition() { return on("GET", "/requisitions/req-1/"); }
    svc::testing::HttpStandIn& account(const std::string& id) { return on("GET", "/accounts/" + id + '/'); }
    static Json pair(const std::string& access = "A1") {
        return Json::object(
            {{"access", access}, {"access_expires", 86400}, {"refresh", "R1"}, {"refresh_expires", 2592000}});
    }
    static Json order(const std::string& bank = "BNP_GEBABEBB") {
        return Json::object(
            {{"credentials", Json::object({{"secretId", "id"}, {"secretKey", "key"}})},
             {"settings", Json::object({{"walletId", "wal_1"}, {"country", "BE"}, {"bank", bank}})},
             {"hookUrl", nullptr},
             {"state", State},
             {"redirectUri", "https://svc.example/oauth/callback/gocardless-bad"}});
    }
    void answerAll() {
        tokens().answers(200, pair());
        agreements().answers(201, R"({"id":"eua-1"})");
        requisitions().answers(
            201, R"({"id":"req-1","status":"CR","link":"https://ob.gocardless.com/psd2/start/1"})");
    }
    /// The tokens as stored by connect at 09:00 on 2026-11-20.
    void keepTokens(const std::string& until = "2026-11-21T08:55:00.000Z",
                    const std::string& refreshUntil = "2026-12-20T08:55:00.000Z") {
        for (const auto& [name, value] : std::map<std::string, std::string>{{"secretId", "id"},
                                                                            {"secretKey", "key"},
                                                                            {"requisition", "req-1"},
                                                                            {"token", "A1"},
                                                                            {"tokenUntil", until},
                                                                            {"refreshToken", "R1"},
                                                                            {"refreshUntil", refreshUntil}}) {
            test.secret(name, value);
        }
    }
    static Json linked(const std::string& status, const Json& accounts) {
        return Json::object({{"id", "req-1"},
                             {"status", status},
                             {"reference", State},
                             {"institution_id", "BNP_GEBABEBB"},
                             {"accounts", accounts}});
    }
    static Json back(const std::string& iban = "") {
        Json settings = Json::object({{"walletId", "wal_1"}, {"country", "BE"}, {"bank", "BNP_GEBABEBB"}});
        if (!iban.empty()) {
            settings.set("iban", iban);
        }
        return Json::object({{"code", nullptr}, {"state", State}, {"settings", settings}});
    }
    std::string bearer(std::size_t request) { return test.requests().at(request).header("Authorization"); }
};

TEST_F(Consent, IsAskedForAtTheBankWithTheWayBack) {
    answerAll();
    EXPECT_EQ(run("connect", order()).dump(), R"({"url":"https://ob.gocardless.com/psd2/start/1"})");
    EXPECT_EQ(checkedBody("POST /token/new/", 0).dump(), R"({"secret_id":"id","secret_key":"key"})");
    EXPECT_EQ(query(1), "country=BE");
    EXPECT_EQ(bearer(1), "Bearer A1");
    EXPECT_EQ(checkedBody("POST /agreements/enduser/", 2).dump(),
              R"({"institution_id":"BNP_GEBABEBB","max_historical_days":540,"access_valid_for_days":90,)"
              R"("access_scope":["transactions"]})");
    EXPECT_EQ(checkedBody("POST /requisitions/", 3).dump(),
              R"({"redirect":"https://svc.example/oauth/callback/gocardless-bad",)"
              R"("institution_id":"BNP_GEBABEBB","reference":"com_1.state","agreement":"eua-1"})");
    EXPECT_EQ(test.secrets().at("requisition"), "req-1");
    EXPECT_EQ(test.secrets().at("tokenUntil"), "2026-11-21T08:55:00.000Z");
    EXPECT_EQ(test.secrets().at("refreshUntil"), "2026-12-20T08:55:00.000Z");
}

TEST_F(Consent, FindsTheBankAsPeopleCallIt) {
    answerAll();
    const auto chosen = [&](const std::string& bank) {
        const std::size_t before = test.requests().size();
        const std::string refused = refusal("connect", order(bank));
        return refused == "none" ? Json::parse(test.requests().at(before + 2).body)["institution_id"].text()
                                 : refused;
    };
    EXPECT_EQ(chosen("N26_NTSBDEB1"), "N26_NTSBDEB1");
    EXPECT_EQ(chosen("ntsbdeb1"), "N26_NTSBDEB1");
    EXPECT_EQ(chosen("fortis"), "BNP_GEBABEBB");
    EXPECT_EQ(chosen("kbc"), "KBC_B") << "the whole name before a part of one";
    EXPECT_EQ(chosen("KREDBEBB"), "provider-refused:bank-ambiguous");
    EXPECT_EQ(chosen("Argenta"), "provider-refused:bank-unknown");
}

TEST_F(Consent, HistoryStaysWithinTheBoundsOfTheContract) {
    answerAll();
    const auto history = [&](const std::string& bank) {
        const std::size_t before = test.requests().size();
        run("connect", order(bank));
        return checkedBody("POST /agreements/enduser/", before + 2)["max_historical_days"].integer();
    };
    EXPECT_EQ(history("KBC_A"), 730);
    EXPECT_EQ(history("KBC_B"), 90);
}

TEST_F(Consent, IsAskedForMoreWhereTheBankWantsThat) {
    answerAll();
    agreements() = {};
    agreements()
        .answers(400, R"({"access_scope":[{"summary":"Institution access scope dependencies error"}]})")
        .answers(201, R"({"id":"eua-2"})");
    run("connect", order());
    EXPECT_EQ(checkedBody("POST /agreements/enduser/", 3)["access_scope"].dump(),
              R"(["balances","details","transactions"])");
    EXPECT_EQ(checkedBody("POST /requisitions/", 4)["agreement"].text(), "eua-2");
}

TEST_F(Consent, ARefusalKeepsNothing) {
    tokens()
        .answers(401, R"({"detail":"No active account found with the given credentials","status_code":401})")
        .answers(403, R"({"summary":"IP address access denied","detail":"Your IP","status_code":403})")
        .answers(429, R"({"detail":"Please try again in 60 seconds"})")
        .answers(500, "")
        .fails("timeout")
        .answers(200, "<html>")
        .answers(200, R"({"access":{}})")
        .answers(200, pair());
    const std::string unreadable = "integration-unreachable:answer-unreadable";
    for (const std::string& expected :
         {std::string(
              "integration-credentials-invalid:http-401:No active account found with the given credentials"),
          std::string("provider-refused:ip-not-allowed:Your IP"),
          std::string("integration-unreachable:http-429"), std::string("integration-unreachable:http-500"),
          std::string("integration-unreachable:timeout"), unreadable, unreadable}) {
        EXPECT_EQ(refusal("connect", order()), expected);
    }
    agreements().answers(400, R"({"institution_id":["unknown"]})").answers(201, R"({"id":"eua-1"})");
    requisitions().answers(400, R"({"redirect":["This field is required."]})").answers(201, R"({"id":"r"})");
    EXPECT_EQ(refusal("connect", order()), "provider-refused:http-400");
    EXPECT_EQ(refusal("connect", order()), "provider-refused:http-400");
    EXPECT_EQ(refusal("connect", order()), unreadable) << "nowhere to send the person";
    EXPECT_TRUE(test.secrets().empty());
}

TEST_F(Consent, GivesTheAccountOnceItIsLinked) {
    keepTokens();
    requisition()
        .answers(200, linked("LN", Json::array({"acc-1"})))
        .answers(200, linked("LN", Json::array({"acc-1", "acc-2"})));
    account("acc-1").answers(200, R"({"id":"acc-1","iban":"BE99","institution_id":"BNP_GEBABEBB"})");
    account("acc-2").answers(200, std::string(R"({"id":"acc-2","iban":")") + Iban +
                                      R"(","institution_id":"BNP_GEBABEBB"})");
    EXPECT_EQ(run("finish", back()).dump(), R"({"account":{"id":"BE99","name":"BNP_GEBABEBB"}})");
    EXPECT_EQ(test.secrets().at("account"), "acc-1");
    EXPECT_EQ(run("finish", back(Iban))["account"]["id"].text(), Iban);
    EXPECT_EQ(test.secrets().at("account"), "acc-2");
    EXPECT_EQ(refusal("finish", back()), "provider-refused:iban-needed");
    EXPECT_EQ(refusal("finish", back("BE71096123456769")), "provider-refused:iban-unknown");
}

TEST_F(Consent, OtherEndsAreTold) {
    keepTokens();
    const std::map<std::string, std::string> ends = {{"EX", "provider-refused:consent-expired"},
                                                     {"RJ", "provider-refused:consent-refused"},
                                                     {"LN", "provider-refused:iban-needed"}};
    const Json all = dataOf("contract.json")["requisitionStatus"];
    for (const Json& status : all.items()) {
        requisition() = {};
        requisition().answers(200, linked(status.text(), Json::array()));
        const auto end = ends.find(status.text());
        EXPECT_EQ(refusal("finish", back()),
                  end == ends.end() ? "provider-refused:consent-unfinished" : end->second)
            << status.text();
    }
    requisition() = {};
    requisition().answers(200, linked("LN", Json::array({"acc-1"})));
    Json other = back();
    other.set("state", "com_1.before");
    EXPECT_EQ(refusal("finish", other), "provider-refused:consent-replaced")
        << "somebody comes back from a consent that was asked for again meanwhile";
    EXPECT_EQ(test.secrets().count("account"), 0U);
}

TEST_F(Consent, TokensAreRenewed) {
    keepTokens("2026-11-20T08:00:00.000Z");
    requisition().answers(200, linked("LN", Json::array()));
    on("POST", "/token/refresh/").answers(200, R"({"access":"A2","access_expires":86400})");
    EXPECT_TRUE(run("test")["ok"].boolean());
    EXPECT_EQ(checkedBody("POST /token/refresh/", 0)["refresh"].text(), "R1");
    EXPECT_EQ(bearer(1), "Bearer A2");
    EXPECT_EQ(test.secrets().at("token"), "A2");
    run("test");
    EXPECT_EQ(test.requests().size(), 3U) << "the new one lasts";
}

TEST_F(Consent, ARefreshTokenThatHasEndedIsReplacedByTheSecrets) {
    keepTokens("2026-11-20T08:00:00.000Z", "2026-11-20T08:30:00.000Z");
    requisition().answers(200, linked("LN", Json::array()));
    tokens().answers(200, pair("A3"));
    EXPECT_TRUE(run("test")["ok"].boolean());
    EXPECT_EQ(bearer(1), "Bearer A3");
    keepTokens("2026-11-20T08:00:00.000Z");
    on("POST", "/token/refresh/").answers(401, R"({"summary":"Invalid token","status_code":401})");
    EXPECT_TRUE(run("test")["ok"].boolean()) << "refused before its time";
    EXPECT_EQ(test.secrets().at("token"), "A3");
}

TEST_F(Consent, IsTriedByItsStateAndGivenBack) {
    keepTokens();
    requisition()
        .answers(200, linked("LN", Json::array()))
        .answers(200, linked("EX", Json::array()))
        .answers(404, R"({"summary":"Not found.","status_code":404})")
        .fails("tls");
    EXPECT_TRUE(run("test")["error"].isNull());
    EXPECT_EQ(refusal("test", Json::object()), "integration-credentials-invalid:consent-expired");
    EXPECT_EQ(run("test")["error"].text(), "http-404:Not found.");
    EXPECT_EQ(run("test")["error"].text(), "tls");
    on("DELETE", "/requisitions/req-1/").answers(200, R"({"summary":"Requisition deleted"})");
    run("disconnect");
    EXPECT_EQ(test.requests().back().method, "DELETE");
    EXPECT_TRUE(test.secrets().empty());
}

} // namespace
} // namespace svc::gocardless_bad::testing
