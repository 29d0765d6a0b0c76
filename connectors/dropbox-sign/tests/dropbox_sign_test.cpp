#include <svc/testing/connector_case.hpp>

#include "common/faulty_answers.hpp"
#include "common/form_fields.hpp"

namespace svc::dropbox_sign::testing {
namespace {

using svc::testing::ConnectorCase;

class DropboxSign : public ConnectorCase {
protected:
    DropboxSign() : ConnectorCase("dropbox-sign", SVC_PLUGIN_FOLDER, SVC_TEST_DATA) {
        test.settings(Json::object({{"baseUrl", "https://api.hellosign.com/v3"}}));
        test.secret("apiKey", "k3y");
    }
    static Json asked(const Json& reference = nullptr) {
        Json signers = Json::array();
        signers.push(Json::object({{"name", "Anne Morel"}, {"email", "a@quais.example"}}))
            .push(Json::object({{"name", "Ben"}, {"email", "b@quais.example"}}));
        Json input = order(0, "EUR");
        return input.set("signers", signers)
            .set("message", "Please sign")
            .set("settings", Json::object({{"testMode", true}, {"daysOpen", 10}}))
            .set("file", fileOf("quote.pdf", "%PDF-1"))
            .set("reference", reference);
    }
    static Json request(const std::string& flag = {}) {
        Json one =
            Json::object({{"signature_request_id", "sr1"}, {"metadata", Json::object({{"svc_key", "k-1"}})}});
        for (const char* name : {"is_complete", "is_declined", "has_error"}) {
            one.set(name, flag == name);
        }
        return one;
    }
    static Json wrapped(const Json& one) { return Json::object({{"signature_request", one}}); }
    svc::testing::HttpStandIn& sends() { return test.http("POST", "/v3/signature_request/send"); }
};

TEST_F(DropboxSign, SendsADocumentToThoseWhoSign) {
    sends().answers(200, wrapped(request()));
    EXPECT_EQ(run("signature", asked()).dump(),
              R"({"reference":"sr1","url":null,"expiresAt":"2026-11-30T09:00:00.000Z"})");
    const std::string body = test.requests()[0].body;
    for (const char* part : {"name=\"title\"\r\n\r\nCafé F-7", "name=\"metadata[svc_key]\"\r\n\r\nk-1",
                             "name=\"test_mode\"\r\n\r\n1", "name=\"expires_at\"\r\n\r\n1796029200",
                             "name=\"files[0]\"; filename=\"quote.pdf\"",
                             "name=\"signers[0][email_address]\"\r\n\r\na@quais.example",
                             "name=\"signers[1][name]\"\r\n\r\nBen"}) {
        EXPECT_NE(body.find(part), std::string::npos) << part << '\n' << body;
    }
    EXPECT_EQ(test.requests()[0].header("Authorization"), "Basic " + base64Encode("k3y:"));
}

TEST_F(DropboxSign, SendsNoFieldThatTheContractDoesNotKnow) {
    sends().answers(200, wrapped(request()));
    run("signature", asked());
    const Json known = dataOf("contract.json")["fields"];
    const std::string body = test.requests()[0].body;
    constexpr std::string_view Begin = "form-data; name=\"";
    for (std::size_t at = body.find(Begin); at != std::string::npos; at = body.find(Begin, at + 1)) {
        const std::string name =
            body.substr(at + Begin.size(), body.find_first_of("[\"", at + Begin.size()) - at - Begin.size());
        EXPECT_NE(known.dump().find('"' + name + '"'), std::string::npos) << name;
    }
}

TEST_F(DropboxSign, ReadsTheStateOfARequest) {
    auto& asks = test.http("GET", "/v3/signature_request/sr1");
    asks.answers(200, wrapped(request()))
        .answers(200, wrapped(request("is_complete")))
        .answers(200, wrapped(request("is_declined")))
        .answers(404, "{}")
        .answers(200, "{}")
        .answers(200, wrapped(request()));
    EXPECT_EQ(run("signature_state", asked("sr1"))["state"].text(), "sent");
    const Json done = run("signature_state", asked("sr1"));
    EXPECT_EQ(done["state"].text(), "signed");
    EXPECT_EQ(done["signers"].size(), 2U);
    EXPECT_EQ(run("signature_state", asked("sr1"))["state"].text(), "declined");
    EXPECT_EQ(run("signature_state", asked("sr1"))["state"].text(), "absent");
    EXPECT_EQ(refusal("signature_state", asked("sr1")), "integration-unreachable:answer-unreadable");
    test.situation().now = test.situation().now + 11 * Instant::Day;
    EXPECT_EQ(run("signature_state", asked("sr1"))["state"].text(), "expired");
}

TEST_F(DropboxSign, FindsARequestWhoseAnswerWasLost) {
    Json list = Json::array();
    list.push(request());
    test.http("GET", "/v3/signature_request/list")
        .answers(200, R"({"signature_requests":[]})")
        .answers(200, Json::object({{"signature_requests", list}}));
    EXPECT_EQ(run("signature_state", asked())["state"].text(), "absent");
    EXPECT_EQ(run("signature_state", asked())["reference"].text(), "sr1");
}

TEST_F(DropboxSign, FetchesTheSignedDocument) {
    test.http("GET", "/v3/signature_request/files/sr1")
        .answers(200, "%PDF-1 signed")
        .answers(200, "{}")
        .answers(409, R"({"error":{"error_name":"conflict","error_msg":"m"}})")
        .answers(404, R"({"error":{"error_name":"not_found","error_msg":"m"}})")
        .fails("too-large");
    const Json input = Json::object({{"key", "k-1"}, {"reference", "sr1"}});
    EXPECT_EQ(run("signed_file", input)["content"].text(), base64Encode("%PDF-1 signed"));
    EXPECT_EQ(refusal("signed_file", input), "integration-unreachable:answer-unreadable");
    EXPECT_EQ(refusal("signed_file", input), "integration-unreachable:http-409") << "it is still being made";
    EXPECT_EQ(refusal("signed_file", input), "provider-refused:not_found:m");
    EXPECT_EQ(refusal("signed_file", input), "provider-refused:too-large");
}

TEST_F(DropboxSign, TellsWhatWentWrong) {
    const std::string error = R"({"error":{"error_name":"bad_request","error_msg":"m"}})";
    const std::vector<std::pair<int, std::string>> answers = {
        {400, "provider-refused:bad_request:m"},
        {401, "integration-credentials-invalid:bad_request:m"},
        {403, "integration-credentials-invalid:bad_request:m"},
        {404, "provider-refused:bad_request:m"},
        {429, "integration-unreachable:http-429"},
        {500, "integration-unreachable:http-500"}};
    for (const auto& [status, expected] : answers) {
        sends().answers(status, error);
    }
    sends()
        .fails("timeout")
        .answers(200, "<html>")
        .answers(200, "[]")
        .answers(200, R"({"signature_request":7})");
    for (const auto& [status, expected] : answers) {
        EXPECT_EQ(refusal("signature", asked()), expected) << status;
    }
    const std::string unreadable = "integration-unreachable:answer-unreadable";
    for (const std::string& expected :
         {std::string("integration-unreachable:timeout"), unreadable, unreadable, unreadable}) {
        EXPECT_EQ(refusal("signature", asked()), expected);
    }
}

TEST_F(DropboxSign, AKeyThatIsRefusedLeavesTheOneThatWorks) {
    const Json input = Json::object({{"credentials", Json::object({{"apiKey", "new"}})}});
    test.http("GET", "/v3/account")
        .answers(401, R"({"error":{"error_name":"unauthorized"}})")
        .answers(200, R"({"account":{"account_id":"a1","email_address":"a@quais.example"}})")
        .answers(500, "");
    EXPECT_EQ(refusal("connect", input), "integration-credentials-invalid:unauthorized");
    EXPECT_EQ(test.secrets().at("apiKey"), "k3y");
    EXPECT_EQ(run("connect", input).dump(), R"({"account":{"id":"a1","name":"a@quais.example"}})");
    EXPECT_EQ(run("test")["error"].text(), "http-500");
    run("disconnect");
    EXPECT_TRUE(test.secrets().empty());
}

/// A connection by OAuth 2 instead of an API key.
class DropboxSignAccess : public DropboxSign {
protected:
    DropboxSignAccess() {
        test.settings(Json::object({{"clientId", "client"},
                                    {"clientSecret", "cl13nt"},
                                    {"baseUrl", "https://api.hellosign.com/v3"},
                                    {"accountUrl", "https://app.hellosign.com"}}));
        run("disconnect"); // removes the API key
        authorized("2026-11-20T10:00:00.000Z");
    }
    void authorized(const std::string& until) {
        test.secret("token", "T1");
        test.secret("tokenUntil", until);
        test.secret("refreshToken", "R1");
    }
    svc::testing::HttpStandIn& tokens() { return test.http("POST", "/oauth/token"); }
    std::string bearer(std::size_t request) { return test.requests().at(request).header("Authorization"); }
    static constexpr const char* NewTokens =
        R"({"access_token":"T2","token_type":"Bearer","refresh_token":"R2","expires_in":3600,"state":"s"})";
};

TEST_F(DropboxSignAccess, SendsThePersonToDropboxSign) {
    const Json input =
        Json::object({{"state", "s"}, {"redirectUri", "https://svc.example/r"}, {"codeChallenge", "c"}});
    EXPECT_EQ(run("authorize", input)["url"].text(),
              "https://app.hellosign.com/oauth/authorize?response_type=code&client_id=client&"
              "redirect_uri=https%3A%2F%2Fsvc.example%2Fr&state=s");
}

TEST_F(DropboxSign, AsksForConsentOnlyWithAnApp) {
    EXPECT_EQ(refusal("authorize", Json::object({{"state", "s"}, {"redirectUri", "r"}})),
              "provider-refused:client-not-configured");
}

TEST_F(DropboxSignAccess, KeepsTheAccessToAnAccountThatItHasSeen) {
    const Json input = Json::object(
        {{"code", "c0de"}, {"state", "s"}, {"redirectUri", "https://svc.example/r"}, {"codeVerifier", "v"}});
    tokens()
        .answers(400, R"({"error":"invalid_grant","error_description":"The code has ended"})")
        .answers(400, R"({"error":{"error_name":"invalid_grant","error_msg":"The code has ended"}})")
        .answers(400, R"({"error":{"error_name":"bad_request","error_msg":"m"}})")
        .answers(200, NewTokens);
    test.http("GET", "/v3/account")
        .answers(403, R"({"error":{"error_name":"forbidden"}})")
        .answers(200, R"({"account":{"account_id":"a1","email_address":"a@quais.example"}})");
    const std::string ended = "integration-credentials-invalid:invalid_grant:The code has ended";
    EXPECT_EQ(refusal("finish", input), ended);
    EXPECT_EQ(refusal("finish", input), ended);
    EXPECT_EQ(refusal("finish", input), "provider-refused:bad_request:m");
    EXPECT_EQ(refusal("finish", input), "integration-credentials-invalid:forbidden");
    EXPECT_EQ(test.secrets().at("token"), "T1");
    EXPECT_EQ(run("finish", input).dump(), R"({"account":{"id":"a1","name":"a@quais.example"}})");
    EXPECT_EQ(test.requests().back().header("Authorization"), "Bearer T2");
    EXPECT_EQ(test.secrets().at("refreshToken"), "R2");
    EXPECT_FALSE(test.secrets().contains("apiKey"));
}

/// Field names and required fields of the published contract.
TEST_F(DropboxSignAccess, ExchangesTheCodeWithTheFieldsOfTheContract) {
    tokens().answers(200, NewTokens);
    test.http("GET", "/v3/account").answers(200, R"({"account":{"account_id":"a1"}})");
    run("finish", Json::object({{"code", "c0de"}, {"state", "s"}, {"redirectUri", "r"}}));
    EXPECT_TRUE(test.requests()[0].url.starts_with("https://app.hellosign.com/"));
    const auto sent = connector::formFields(test.requests()[0].body);
    const Json contract = dataOf("contract.json")["tokenFields"];
    ASSERT_EQ(sent.size(), contract.size());
    for (const Json& name : contract.items()) {
        EXPECT_FALSE(connector::fieldOf(sent, name.text()).empty()) << name.text();
    }
}

TEST_F(DropboxSignAccess, AsksWithItsTokenInThePlaceOfTheKey) {
    sends().answers(200, wrapped(request()));
    test.http("GET", "/v3/signature_request/sr1").answers(200, wrapped(request()));
    test.http("GET", "/v3/signature_request/list").answers(200, R"({"signature_requests":[]})");
    test.http("GET", "/v3/signature_request/files/sr1").answers(200, "%PDF-1 signed");
    test.http("GET", "/v3/account").answers(200, "{}");
    run("signature", asked());
    run("signature_state", asked("sr1"));
    run("signature_state", asked());
    run("signed_file", Json::object({{"key", "k-1"}, {"reference", "sr1"}}));
    EXPECT_TRUE(run("test")["ok"].boolean());
    ASSERT_EQ(test.requests().size(), 5U);
    for (std::size_t i = 0; i < test.requests().size(); ++i) {
        EXPECT_EQ(bearer(i), "Bearer T1") << test.requests()[i].url;
    }
}

TEST_F(DropboxSignAccess, RenewsItsTokenAtTheAddressForIt) {
    authorized("2026-11-20T09:04:00.000Z");
    tokens().answers(200, NewTokens).answers(400, R"({"error":"invalid_grant"})");
    sends().answers(200, wrapped(request()));
    run("signature", asked());
    EXPECT_EQ(test.requests()[0].url, "https://app.hellosign.com/oauth/token?refresh");
    EXPECT_EQ(test.requests()[0].body,
              "grant_type=refresh_token&refresh_token=R1&client_id=client&client_secret=cl13nt");
    EXPECT_EQ(bearer(1), "Bearer T2");
    authorized("2026-11-20T09:04:00.000Z");
    EXPECT_EQ(refusal("signature", asked()), "integration-credentials-invalid:invalid_grant");
}

TEST_F(DropboxSignAccess, TakesNoCallThatNothingVerifies) {
    const std::string body = "json=" + percentEncode(dataOf("signatures.json")["event"].text());
    EXPECT_EQ(refusal("hook", called("x", "", body)), "signature-invalid");
}

TEST_F(DropboxSign, BelievesOnlyCallsWithItsHash) {
    const std::string event = dataOf("signatures.json")["event"].text();
    const std::string inParts =
        "--b\r\nContent-Disposition: form-data; name=\"json\"\r\n\r\n" + event + "\r\n--b--\r\n";
    for (const std::string& body : {inParts, "json=" + percentEncode(event)}) {
        const Json told = run("hook", called("x", "", body));
        EXPECT_EQ(told["about"].text(), "signature");
        EXPECT_EQ(told["reference"].text(), "sr1");
        EXPECT_EQ(told["answer"]["text"].text(), "Hello API Event Received");
    }
    std::string other = event;
    other.replace(other.find("all_signed"), 10, "all_sigNed");
    for (const std::string& body : {"json=" + percentEncode(other), std::string("json=%7B"), std::string()}) {
        EXPECT_EQ(refusal("hook", called("x", "", body)), "signature-invalid") << body;
    }
}

TEST_F(DropboxSign, TellsEveryClassOfRefusal) {
    connector::testing::expectEachClass(sends(), [&] { return refusal("signature", asked()); },
                                        {.error = R"({"error":{"error_name":"bad_request","error_msg":"m"}})",
                                         .code = "bad_request",
                                         .other = {}});
}

TEST_F(DropboxSign, SurvivesWhatNoProviderShouldAnswer) {
    connector::testing::expectFaultyAnswers(
        test.http("GET", "/v3/signature_request/sr1"), wrapped(request("is_complete")).dump(),
        [&] { return refusal("signature_state", asked("sr1")); }, [&] { return test.secrets(); });
}

} // namespace
} // namespace svc::dropbox_sign::testing
