#include <svc/testing/connector_case.hpp>

#include "common/faulty_answers.hpp"

namespace svc::yousign::testing {
namespace {

using svc::testing::ConnectorCase;

class Yousign : public ConnectorCase {
protected:
    Yousign() : ConnectorCase("yousign", SVC_PLUGIN_FOLDER, SVC_TEST_DATA) {
        test.settings(Json::object({{"baseUrl", "https://api.yousign.app/v3"},
                                    {"sandboxUrl", "https://api-sandbox.yousign.app/v3"}}));
        test.secret("apiKey", "k3y");
        test.secret("environment", "live");
        test.secret("webhook", "hook-secret");
    }
    static Json person(const std::string& name) {
        return Json::object({{"name", name}, {"email", "p@quais.example"}});
    }
    static Json asked(const Json& reference = nullptr) {
        Json signers = Json::array();
        signers.push(person("Anne Marie Morel")).push(person("Plato"));
        Json input = order(0, "EUR");
        input.set("signers", signers)
            .set("message", "Please sign")
            .set("settings", Json::object({{"locale", "de"}, {"daysOpen", 10}}))
            .set("file", fileOf("quote.pdf", "%PDF-1"))
            .set("reference", reference);
        return input;
    }
    svc::testing::HttpStandIn& requests() { return test.http("POST", "/v3/signature_requests"); }
    svc::testing::HttpStandIn& below(const std::string& path) {
        return test.http("POST", "/v3/signature_requests/sr_1/" + path);
    }
    static Json request(const std::string& status, const std::string& id = "sr_1") {
        return Json::object({{"id", id}, {"status", status}, {"name", "n"}, {"external_id", "k-1"}});
    }
};

TEST_F(Yousign, CutsALongNameBetweenTwoCharacters) {
    requests().answers(400, "{}");
    Json input = asked();
    std::string company = "C";
    for (int i = 0; i < 200; ++i) {
        company += "é";
    }
    EXPECT_EQ(refusal("signature", input.set("company", company)), "provider-refused:http-400");
    const std::string name = checkedBody("POST /signature_requests", 0)["name"].text();
    EXPECT_TRUE(isUtf8(name));
    EXPECT_EQ(utf8Length(name), 128U);
}

TEST_F(Yousign, SendsADocumentToThoseWhoSign) {
    requests().answers(201, request("draft"));
    below("documents").answers(201, R"({"id":"doc_1"})");
    below("signers").answers(201, R"({"id":"s"})");
    below("activate").answers(201, request("ongoing"));
    EXPECT_EQ(run("signature", asked()).dump(),
              R"({"reference":"sr_1","url":null,"expiresAt":"2026-12-01T00:00:00.000Z"})");
    ASSERT_EQ(test.requests().size(), 5U);
    const Json draft = checkedBody("POST /signature_requests", 0);
    EXPECT_EQ(draft["name"].text(), "Café F-7");
    EXPECT_EQ(draft["external_id"].text(), "k-1");
    EXPECT_EQ(draft["expiration_date"].text(), "2026-11-30");
    EXPECT_EQ(draft["email_custom_note"].text(), "Please sign");
    EXPECT_NE(test.requests()[1].body.find("name=\"nature\"\r\n\r\nsignable_document\r\n"),
              std::string::npos);
    EXPECT_NE(test.requests()[1].body.find("filename=\"quote.pdf\""), std::string::npos);
    const Json anne = checkedBody("POST /signature_requests/{id}/signers", 2);
    EXPECT_EQ(anne["info"]["first_name"].text(), "Anne Marie");
    EXPECT_EQ(anne["info"]["last_name"].text(), "Morel");
    EXPECT_EQ(anne["info"]["locale"].text(), "de");
    EXPECT_EQ(anne["fields"].at(0)["document_id"].text(), "doc_1");
    const Json plato = checkedBody("POST /signature_requests/{id}/signers", 3);
    EXPECT_EQ(plato["info"]["last_name"].text(), "Plato");
    EXPECT_NE(plato["fields"].at(0)["x"].integer(), anne["fields"].at(0)["x"].integer());
    EXPECT_EQ(test.requests()[4].header("Authorization"), "Bearer k3y");
}

TEST_F(Yousign, ReadsTheStateOfARequest) {
    const std::vector<std::pair<std::string, std::string>> told = {
        {"ongoing", "sent"},      {"approval", "sent"},   {"done", "signed"},     {"declined", "declined"},
        {"rejected", "declined"}, {"expired", "expired"}, {"canceled", "expired"}};
    auto& asks = test.http("GET", "/v3/signature_requests/sr_1");
    for (const auto& [status, state] : told) {
        asks.answers(200, request(status));
    }
    asks.answers(404, "{}").answers(200, "{}");
    for (const auto& [status, expected] : told) {
        const Json state = run("signature_state", asked("sr_1"));
        EXPECT_EQ(state["state"].text(), expected) << status;
        if (expected == "signed") {
            EXPECT_EQ(state["signers"].size(), 2U);
            EXPECT_EQ(state["signedAt"].text(), "2026-11-20T09:00:00.000Z");
        }
    }
    EXPECT_EQ(run("signature_state", asked("sr_1"))["state"].text(), "absent");
    EXPECT_EQ(refusal("signature_state", asked("sr_1")), "integration-unreachable:answer-unreadable");
}

TEST_F(Yousign, FindsARequestWhoseAnswerWasLost) {
    auto& asks = test.http("GET", "/v3/signature_requests");
    Json list = Json::array();
    list.push(request("draft", "sr_0"));
    asks.answers(200, Json::object({{"data", list}}));
    list.push(request("ongoing", "sr_2"));
    asks.answers(200, Json::object({{"data", list}}));
    EXPECT_EQ(run("signature_state", asked())["state"].text(), "absent") << "drafts are sent to nobody";
    const Json state = run("signature_state", asked());
    EXPECT_EQ(state["state"].text(), "sent");
    EXPECT_EQ(state["reference"].text(), "sr_2");
    EXPECT_EQ(query(0), "external_id=k-1&limit=100");
}

TEST_F(Yousign, FetchesTheSignedDocument) {
    test.http("GET", "/v3/signature_requests/sr_1/documents/download")
        .answers(200, "%PDF-1 signed")
        .answers(200, "<html>")
        .answers(404, "{}");
    const Json input = Json::object({{"key", "k-1"}, {"reference", "sr_1"}});
    EXPECT_EQ(run("signed_file", input)["content"].text(), base64Encode("%PDF-1 signed"));
    EXPECT_EQ(refusal("signed_file", input), "integration-unreachable:answer-unreadable");
    EXPECT_EQ(refusal("signed_file", input), "provider-refused:http-404");
}

TEST_F(Yousign, TellsWhatWentWrong) {
    const std::string error = R"({"detail":"Bad","invalid_params":[{"name":"name","reason":"blank"}]})";
    const std::vector<std::pair<int, std::string>> answers = {
        {400, "provider-refused:field-name:Bad"},
        {401, "integration-credentials-invalid:field-name:Bad"},
        {403, "integration-credentials-invalid:field-name:Bad"},
        {422, "provider-refused:field-name:Bad"},
        {429, "integration-unreachable:http-429"},
        {500, "integration-unreachable:http-500"}};
    for (const auto& [status, expected] : answers) {
        requests().answers(status, error);
    }
    requests()
        .fails("timeout")
        .answers(201, "<html>")
        .answers(201, "[]")
        .answers(409, "<html>")
        .answers(201, request("draft"));
    for (const auto& [status, expected] : answers) {
        EXPECT_EQ(refusal("signature", asked()), expected) << status;
    }
    const std::string unreadable = "integration-unreachable:answer-unreadable";
    for (const std::string& expected : {std::string("integration-unreachable:timeout"), unreadable,
                                        unreadable, std::string("provider-refused:http-409")}) {
        EXPECT_EQ(refusal("signature", asked()), expected);
    }
    below("documents").answers(413, error).answers(201, R"({"id":"doc_1"})");
    below("signers").answers(400, error).answers(201, "{}");
    below("activate").fails("timeout");
    EXPECT_EQ(refusal("signature", asked()), "provider-refused:field-name:Bad");
    EXPECT_EQ(refusal("signature", asked()), "provider-refused:field-name:Bad");
    EXPECT_EQ(refusal("signature", asked()), "integration-unreachable:timeout");
}

TEST_F(Yousign, AKeyThatIsRefusedLeavesTheOneThatWorks) {
    const Json input =
        Json::object({{"credentials", Json::object({{"apiKey", "new"}, {"environment", "sandbox"}})}});
    test.http("GET", "/v3/signature_requests")
        .answers(401, R"({"detail":"Authentication failed"})")
        .answers(200, R"({"data":[]})")
        .answers(500, "");
    EXPECT_EQ(refusal("connect", input), "integration-credentials-invalid:http-401:Authentication failed");
    EXPECT_EQ(test.secrets().at("apiKey"), "k3y");
    test.http("GET", "/v3/workspaces/default").answers(200, R"({"id":"ws_1","name":"Quais"})");
    EXPECT_EQ(run("connect", input).dump(), R"({"account":{"id":"ws_1","name":"sandbox"}})");
    EXPECT_EQ(test.secrets().at("apiKey"), "new");
    EXPECT_TRUE(test.requests()[1].url.starts_with("https://api-sandbox.yousign.app/v3/"));
    EXPECT_EQ(run("test")["error"].text(), "http-500");
    run("disconnect");
    EXPECT_TRUE(test.secrets().empty());
}

TEST_F(Yousign, IsConnectedAlsoByAKeyThatMayNotReadItsWorkspace) {
    const Json input = Json::object({{"credentials", Json::object({{"apiKey", "new"}})}});
    test.http("GET", "/v3/signature_requests").answers(200, R"({"data":[]})");
    test.http("GET", "/v3/workspaces/default").answers(503, "").answers(403, "{}").answers(404, "{}");
    EXPECT_EQ(refusal("connect", input), "integration-unreachable:http-503");
    EXPECT_EQ(test.secrets().at("apiKey"), "k3y");
    EXPECT_EQ(run("connect", input).dump(), R"({"account":{"id":null,"name":"live"}})");
    EXPECT_EQ(run("connect", input).dump(), R"({"account":{"id":null,"name":"live"}})");
}

TEST_F(Yousign, BelievesOnlyCallsWithItsSignature) {
    const Json vector = dataOf("signatures.json");
    const std::string body = vector["body"].text();
    const std::string right = vector["header"].text();
    const auto call = [&](const std::string& header, const std::string& bytes) {
        return called("X-Yousign-Signature-256", header, bytes);
    };
    EXPECT_EQ(run("hook", call(right, body)).dump(),
              R"({"id":"evt_1","about":"signature","reference":"sr_1"})");
    for (const auto& [header, bytes] :
         std::vector<std::pair<std::string, std::string>>{{right, body + ' '},
                                                          {right.substr(0, right.size() - 1), body},
                                                          {right.substr(7), body},
                                                          {"", body}}) {
        EXPECT_EQ(refusal("hook", call(header, bytes)), "signature-invalid") << header;
    }
}

TEST_F(Yousign, TellsEveryClassOfRefusal) {
    connector::testing::expectEachClass(
        requests(), [&] { return refusal("signature", asked()); },
        {.error = R"({"detail":"Bad","invalid_params":[{"name":"name","reason":"blank"}]})",
         .code = "field-name",
         .other = {}});
}

TEST_F(Yousign, SurvivesWhatNoProviderShouldAnswer) {
    connector::testing::expectFaultyAnswers(
        test.http("GET", "/v3/signature_requests/sr_1"), request("done").dump(),
        [&] { return refusal("signature_state", asked("sr_1")); }, [&] { return test.secrets(); });
}

} // namespace
} // namespace svc::yousign::testing
