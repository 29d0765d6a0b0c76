#include <deque>

#include <svc/testing/connector_case.hpp>

namespace svc::smtp::testing {
namespace {

using svc::testing::ConnectorCase;

/// The command mail.deliver of the host is stubbed in place of a mail server; its answers are queued.
class Smtp : public ConnectorCase {
protected:
    Smtp() : ConnectorCase("smtp", SVC_PLUGIN_FOLDER, SVC_TEST_DATA) {
        test.settings(Json::object({{"clientId", "client"},
                                    {"clientSecret", "s3cret"},
                                    {"authorizeUrl", "https://login.example/authorize"},
                                    {"tokenUrl", "https://login.example/token"},
                                    {"revokeUrl", "https://login.example/revoke"},
                                    {"scope", "mail openid email"},
                                    {"host", "smtp.login.example"},
                                    {"port", 587},
                                    {"security", "starttls"}}));
        test.offerOutside("mail.deliver", [this](const Json& input) {
            given.push_back(input);
            const auto [result, status, error] = results.at(0);
            results.pop_front();
            return Json::object({{"result", result},
                                 {"status", status == 0 ? Json(nullptr) : Json(status)},
                                 {"error", error.empty() ? Json(nullptr) : Json(error)},
                                 {"durationMs", 12}});
        });
    }
    struct Result {
        std::string result;
        int status = 0;
        std::string error = {};
    };

    static Json credentials() {
        return Json::object({{"host", "mail.quais.example"},
                             {"port", 465},
                             {"security", "tls"},
                             {"user", "compta"},
                             {"password", "pw"}});
    }
    static Json withFrom() { return Json::object({{"from", "compta@quais.example"}, {"fromName", "Quais"}}); }
    static Json connectInput(const Json& settings = withFrom()) {
        return Json::object({{"credentials", credentials()}, {"settings", settings}});
    }
    void keepAccount() {
        results = {{"done", 235}};
        run("connect", connectInput());
        given.clear();
    }
    static Json letter(const Json& settings = withFrom()) {
        return Json::object({{"key", "com_1-sal_1-mail-1"},
                             {"plannedAt", "2026-11-20T09:00:00.000Z"},
                             {"settings", settings},
                             {"message", Json::object({{"to", "anne@hotel.example"},
                                                       {"subject", "F-7"},
                                                       {"text", "Bonjour"},
                                                       {"replyTo", ""}})}});
    }
    void keepMailbox() {
        test.secret("user", "books@quais.example");
        test.secret("token", "T1");
        test.secret("tokenUntil", "2026-11-20T10:00:00.000Z");
        test.secret("refreshToken", "R1");
    }
    svc::testing::HttpStandIn& tokens() { return test.http("POST", "/token"); }
    static std::string identity(const std::string& claims) {
        return R"({"access_token":"T1","expires_in":3600,"refresh_token":"R1","id_token":"h.)" +
               base64UrlEncode(claims) + R"(.s"})";
    }

    std::deque<Result> results;
    std::vector<Json> given;
};

TEST_F(Smtp, LogsInBeforeItKeepsTheAccount) {
    results = {{"login-refused", 535, "mail server: SMTP Exception: Login using PLAIN failed: 535 no"},
               {"unreachable", 0, "timeout"},
               {"later", 454, "454 later"},
               {"done", 235}};
    EXPECT_EQ(refusal("connect", connectInput()), "integration-credentials-invalid:smtp-535:535 no");
    EXPECT_EQ(refusal("connect", connectInput()), "integration-unreachable:timeout");
    EXPECT_EQ(refusal("connect", connectInput()), "integration-unreachable:smtp-454");
    EXPECT_TRUE(test.secrets().empty());
    EXPECT_EQ(run("connect", connectInput()).dump(),
              R"({"account":{"id":"compta","name":"compta at mail.quais.example"}})");
    EXPECT_EQ(given[3].dump(),
              R"({"host":"mail.quais.example","port":465,"security":"tls","user":"compta",)"
              R"("password":"pw","accessToken":null,"from":"","messageId":"","message":null})");
    EXPECT_EQ(test.secrets().at("password"), "pw");
    EXPECT_EQ(refusal("connect", connectInput(Json::object())), "field-required:settings.from")
        << "the user is no address";
    EXPECT_EQ(refusal("settings", Json::object({{"settings", Json::object()}})),
              "field-required:settings.from");
}

TEST_F(Smtp, SendsAsTheCompanyAndTellsWhatTheServerSaid) {
    keepAccount();
    results = {{"done", 250},
               {"refused", 550, "the mail server answers 550 no such mailbox"},
               {"later", 451, "the mail server answers 451 later"},
               {"unknown", 0, "answer-lost"},
               {"unreachable", 0, "circuit-open"},
               {"login-refused", 535, "535 no"}};
    EXPECT_EQ(run("send", letter()).dump(),
              R"({"state":"sent","reference":"com_1-sal_1-mail-1@quais.example","error":null})");
    EXPECT_EQ(given[0]["from"].text(), "Quais <compta@quais.example>");
    EXPECT_EQ(given[0]["user"].text(), "compta");
    EXPECT_EQ(given[0]["message"]["to"].text(), "anne@hotel.example");
    EXPECT_EQ(run("send", letter()).dump(),
              R"({"state":"refused","reference":null,"error":"550 no such mailbox"})");
    EXPECT_EQ(run("send", letter())["state"].text(), "later");
    EXPECT_EQ(run("send", letter())["state"].text(), "unknown");
    EXPECT_EQ(refusal("send", letter()), "integration-unreachable:circuit-open");
    EXPECT_EQ(refusal("send", letter()), "integration-credentials-invalid:smtp-535:535 no");
    EXPECT_EQ(given.size(), 6U) << "a password is not tried twice";
}

TEST_F(Smtp, AnswersGoWhereTheCompanyWantsThem) {
    keepAccount();
    results = {{"done", 250}};
    Json settings = withFrom();
    settings.set("replyTo", "office@quais.example");
    run("send", letter(settings));
    EXPECT_EQ(given[0]["message"]["replyTo"].text(), "office@quais.example");
}

TEST_F(Smtp, TestsByLoggingIn) {
    keepAccount();
    results = {{"done", 235}, {"unreachable", 0, "tls"}, {"login-refused", 535, "535 no"}};
    EXPECT_EQ(run("test").dump(), R"({"ok":true,"durationMs":12,"error":null})");
    EXPECT_EQ(run("test")["error"].text(), "tls");
    EXPECT_EQ(refusal("test", Json::object()), "integration-credentials-invalid:smtp-535:535 no")
        << "the access is lost";
    EXPECT_TRUE(given[0]["message"].isNull());
}

TEST_F(Smtp, PeopleGiveAccessToAMailbox) {
    const std::string url =
        run("authorize", Json::object({{"redirectUri", "https://svc.example/oauth/callback/smtp"},
                                       {"state", "com_1.s"},
                                       {"codeChallenge", "ch"}}))["url"]
            .text();
    EXPECT_EQ(url.substr(0, 32), "https://login.example/authorize?");
    EXPECT_NE(url.find("&scope=mail%20openid%20email&state=com_1.s&code_challenge=ch"), std::string::npos);
    const Json input =
        Json::object({{"code", "c"}, {"redirectUri", "https://svc.example/r"}, {"codeVerifier", "v"}});
    tokens()
        .answers(200, R"({"access_token":"T1","expires_in":3600})")
        .answers(200, identity(R"({"sub":"7"})"))
        .answers(200, identity(R"({"email":"books@quais.example"})"))
        .answers(200, identity(R"({"preferred_username":"books@quais.example"})"));
    EXPECT_EQ(refusal("finish", input), "integration-unreachable:answer-unreadable");
    EXPECT_EQ(refusal("finish", input), "provider-refused:no-address");
    results = {{"login-refused", 535, "535 no"}, {"done", 235}};
    EXPECT_EQ(refusal("finish", input), "integration-credentials-invalid:smtp-535:535 no");
    EXPECT_TRUE(test.secrets().empty());
    EXPECT_EQ(run("finish", input)["account"]["id"].text(), "books@quais.example");
    EXPECT_EQ(given[1]["accessToken"].text(), "T1");
    EXPECT_TRUE(given[1]["password"].isNull());
    EXPECT_EQ(given[1]["host"].text(), "smtp.login.example");
    EXPECT_EQ(test.secrets().at("refreshToken"), "R1");
}

TEST_F(Smtp, ATokenThatIsNotTakenIsRenewedOnce) {
    keepMailbox();
    tokens()
        .answers(200, R"({"access_token":"T2","expires_in":3600})")
        .answers(400, R"({"error":"invalid_grant"})");
    results = {{"login-refused", 535, "535 no"}, {"done", 250}};
    EXPECT_EQ(run("send", letter(Json::object()))["state"].text(), "sent");
    EXPECT_EQ(given[0]["accessToken"].text(), "T1");
    EXPECT_EQ(given[1]["accessToken"].text(), "T2");
    EXPECT_EQ(given[1]["from"].text(), "books@quais.example") << "the mailbox itself";
    results = {{"login-refused", 535, "535 no"}};
    EXPECT_EQ(refusal("send", letter(Json::object())), "integration-credentials-invalid:invalid_grant");
}

TEST_F(Smtp, GivesAMailboxBackWhenItIsDisconnected) {
    keepMailbox();
    test.http("POST", "/revoke").answers(200, "");
    run("disconnect");
    EXPECT_EQ(test.requests()[0].body, "token=R1");
    EXPECT_TRUE(test.secrets().empty());
}

} // namespace
} // namespace svc::smtp::testing
