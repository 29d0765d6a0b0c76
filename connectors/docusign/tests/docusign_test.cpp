#include <svc/testing/connector_case.hpp>

#include "common/faulty_answers.hpp"

namespace svc::docusign::testing {
namespace {

using svc::testing::ConnectorCase;

constexpr const char* Envelopes = "/restapi/v2.1/accounts/acc-1/envelopes";

class DocuSign : public ConnectorCase {
protected:
    DocuSign() : ConnectorCase("docusign", SVC_PLUGIN_FOLDER, SVC_TEST_DATA) {
        test.settings(Json::object({{"clientId", "client"},
                                    {"clientSecret", "s3cret"},
                                    {"accountUrl", "https://account-d.docusign.com"}}));
        test.secret("token", "T1");
        test.secret("tokenUntil", "2026-11-20T10:00:00.000Z");
        test.secret("refreshToken", "R1");
        test.secret("accountId", "acc-1");
        test.secret("baseUri", "https://demo.docusign.net");
    }
    static Json asked(const Json& reference = nullptr) {
        Json signers = Json::array();
        signers.push(Json::object({{"name", "Anne Morel"}, {"email", "a@quais.example"}}))
            .push(Json::object({{"name", "Ben"}, {"email", "b@quais.example"}}));
        Json input = order(0, "EUR");
        return input.set("signers", signers)
            .set("message", "Please sign")
            .set("settings", Json::object({{"page", 2}, {"daysOpen", 10}}))
            .set("hookUrl", "https://svc.example/hooks/docusign/com_1/t")
            .set("file", fileOf("quote.pdf", "%PDF-1"))
            .set("reference", reference);
    }
    static Json envelope(const std::string& status) {
        return Json::object({{"envelopeId", "env-1"},
                             {"status", status},
                             {"completedDateTime", "2026-11-19T10:00:00.0000000Z"}});
    }
};

TEST_F(DocuSign, SendsADocumentToThoseWhoSign) {
    test.http("POST", Envelopes).answers(201, envelope("sent"));
    EXPECT_EQ(run("signature", asked()).dump(),
              R"({"reference":"env-1","url":null,"expiresAt":"2026-11-30T09:00:00.000Z"})");
    const Json body = checkedBody("POST envelopes", 0);
    EXPECT_EQ(body["emailSubject"].text(), "Café F-7");
    EXPECT_EQ(body["emailBlurb"].text(), "Please sign");
    EXPECT_EQ(body["documents"].at(0)["documentBase64"].text(), base64Encode("%PDF-1"));
    const Json& signers = body["recipients"]["signers"];
    ASSERT_EQ(signers.size(), 2U);
    EXPECT_EQ(signers.at(0)["tabs"]["signHereTabs"].at(0)["pageNumber"].text(), "2");
    EXPECT_NE(signers.at(0)["recipientId"].text(), signers.at(1)["recipientId"].text());
    EXPECT_EQ(body["customFields"]["textCustomFields"].at(0)["value"].text(), "k-1");
    EXPECT_EQ(body["eventNotification"]["url"].text(), "https://svc.example/hooks/docusign/com_1/t");
    EXPECT_EQ(body["notification"].dump(),
              R"({"useAccountDefaults":"false",)"
              R"("expirations":{"expireEnabled":"true","expireAfter":"10","expireWarn":"0"}})");
    EXPECT_TRUE(test.requests()[0].url.starts_with("https://demo.docusign.net/"));
}

TEST_F(DocuSign, LetsNobodySignWhenTheQuoteIsOver) {
    auto& posts = test.http("POST", Envelopes);
    const std::vector<std::pair<std::string, std::string>> ends = {{"2026-11-23T23:00:00.000Z", "3"},
                                                                   {"2026-11-20T23:00:00.000Z", "1"},
                                                                   {"2027-11-20T23:00:00.000Z", "10"}};
    std::size_t request = 0;
    for (const auto& [end, days] : ends) {
        posts.answers(201, envelope("sent"));
        Json input = asked();
        run("signature", input.set("expiresAt", end));
        EXPECT_EQ(
            checkedBody("POST envelopes", request++)["notification"]["expirations"].textOr("expireAfter"),
            days)
            << end;
    }
}

TEST_F(DocuSign, CutsALongSubjectBetweenTwoCharacters) {
    test.http("POST", Envelopes).answers(201, envelope("sent"));
    Json input = asked();
    std::string company = "C";
    for (int i = 0; i < 200; ++i) {
        company += "é";
    }
    run("signature", input.set("company", company));
    const std::string subject = checkedBody("POST envelopes", 0)["emailSubject"].text();
    EXPECT_TRUE(isUtf8(subject));
    EXPECT_EQ(utf8Length(subject), 100U);
}

TEST_F(DocuSign, ReadsTheStateOfAnEnvelope) {
    const std::vector<std::pair<std::string, std::string>> told = {
        {"sent", "sent"},        {"delivered", "sent"},    {"signed", "sent"},
        {"completed", "signed"}, {"declined", "declined"}, {"voided", "expired"}};
    auto& asks = test.http("GET", std::string(Envelopes) + "/env-1");
    for (const auto& [status, state] : told) {
        asks.answers(200, envelope(status));
    }
    asks.answers(404, "{}").answers(200, "{}");
    for (const auto& [status, expected] : told) {
        const Json state = run("signature_state", asked("env-1"));
        EXPECT_EQ(state["state"].text(), expected) << status;
        if (expected == "signed") {
            EXPECT_EQ(state["signedAt"].text(), "2026-11-19T10:00:00.000Z");
        }
    }
    EXPECT_EQ(run("signature_state", asked("env-1"))["state"].text(), "absent");
    EXPECT_EQ(refusal("signature_state", asked("env-1")), "integration-unreachable:answer-unreadable");
}

TEST_F(DocuSign, FindsAnEnvelopeWhoseAnswerWasLost) {
    Json list = Json::array();
    list.push(envelope("sent"));
    test.http("GET", Envelopes)
        .answers(200, R"({"resultSetSize":"0"})")
        .answers(200, Json::object({{"envelopes", list}}));
    EXPECT_EQ(run("signature_state", asked())["state"].text(), "absent");
    const Json found = run("signature_state", asked());
    EXPECT_EQ(found["reference"].text(), "env-1");
    EXPECT_EQ(found["expiresAt"].text(), "2026-11-30T09:00:00.000Z");
    EXPECT_EQ(query(0), "from_date=2026-11-19T09%3A00%3A00.000Z&custom_field=svcKey%3Dk-1");
}

TEST_F(DocuSign, FetchesTheSignedDocument) {
    test.http("GET", std::string(Envelopes) + "/env-1/documents/combined")
        .answers(200, "%PDF-1 signed")
        .answers(200, "{}")
        .answers(400, R"({"errorCode":"DOCUMENT_DOES_NOT_EXIST","message":"m"})");
    const Json input = Json::object({{"key", "k-1"}, {"reference", "env-1"}});
    EXPECT_EQ(run("signed_file", input)["content"].text(), base64Encode("%PDF-1 signed"));
    EXPECT_EQ(refusal("signed_file", input), "integration-unreachable:answer-unreadable");
    EXPECT_EQ(refusal("signed_file", input), "provider-refused:DOCUMENT_DOES_NOT_EXIST:m");
}

TEST_F(DocuSign, ConnectsTheDefaultAccount) {
    const Json input =
        Json::object({{"code", "c0de"}, {"redirectUri", "https://svc.example/r"}, {"codeVerifier", "v"}});
    test.http("POST", "/oauth/token")
        .answers(200, R"({"access_token":"T2","expires_in":28800,"refresh_token":"R2"})");
    test.http("GET", "/oauth/userinfo")
        .answers(200, R"({"accounts":[]})")
        .answers(200, R"({"accounts":[{"account_id":"a1","base_uri":"https://eu.docusign.net"},)"
                      R"({"account_id":"a2","base_uri":"https://na.docusign.net","is_default":true,)"
                      R"("account_name":"Quais"}]})");
    EXPECT_EQ(refusal("finish", input), "provider-refused:no-account");
    EXPECT_EQ(test.secrets().at("accountId"), "acc-1");
    EXPECT_EQ(run("finish", input).dump(), R"({"account":{"id":"a2","name":"Quais"}})");
    EXPECT_EQ(test.secrets().at("baseUri"), "https://na.docusign.net");
    EXPECT_EQ(test.secrets().at("refreshToken"), "R2");
    const std::string url = run("authorize", Json::object({{"state", "s"}}))["url"].text();
    EXPECT_TRUE(
        url.starts_with("https://account-d.docusign.com/oauth/auth?response_type=code&client_id=client"));
    EXPECT_NE(url.find("scope=signature%20extended"), std::string::npos) << url;
}

TEST_F(DocuSign, TellsWhatWentWrong) {
    const std::string error = R"({"errorCode":"INVALID_EMAIL_ADDRESS_FOR_RECIPIENT","message":"m"})";
    const std::string refused = "provider-refused:INVALID_EMAIL_ADDRESS_FOR_RECIPIENT:m";
    const std::vector<std::pair<int, std::string>> answers = {
        {400, refused},
        {403, "integration-credentials-invalid:INVALID_EMAIL_ADDRESS_FOR_RECIPIENT:m"},
        {404, refused},
        {429, "integration-unreachable:http-429"},
        {500, "integration-unreachable:http-500"}};
    auto& posts = test.http("POST", Envelopes);
    for (const auto& [status, expected] : answers) {
        posts.answers(status, error);
    }
    posts.fails("timeout").answers(201, "<html>").answers(201, "[]");
    for (const auto& [status, expected] : answers) {
        EXPECT_EQ(refusal("signature", asked()), expected) << status;
    }
    EXPECT_EQ(refusal("signature", asked()), "integration-unreachable:timeout");
    EXPECT_EQ(refusal("signature", asked()), "integration-unreachable:answer-unreadable");
    EXPECT_EQ(refusal("signature", asked()), "integration-unreachable:answer-unreadable");
}

TEST_F(DocuSign, TakesCallsAsHintsWithoutAKey) {
    const std::string body = dataOf("signatures.json")["body"].text();
    const Json told = run("hook", called("X-DocuSign-Signature-1", "", body));
    EXPECT_EQ(told["about"].text(), "signature");
    EXPECT_EQ(told["reference"].text(), "env-1");
    EXPECT_EQ(refusal("hook", called("X-DocuSign-Signature-1", "", "no json")), "signature-invalid");
    for (const char* nothing : {R"({"data":{"envelopeId":5}})", R"({"data":{"envelopeId":null}})",
                                R"({"data":[5]})", R"({"event":"envelope-completed"})"}) {
        EXPECT_EQ(run("hook", called("X-DocuSign-Signature-1", "", nothing))["about"].text(), "nothing")
            << nothing;
    }
}

class WithKey : public ConnectorCase {
protected:
    WithKey() : ConnectorCase("docusign", SVC_PLUGIN_FOLDER, SVC_TEST_DATA) {
        test.settings(Json::object({{"connectKey", dataOf("signatures.json")["key"]}}));
    }
};

TEST_F(WithKey, CallsAreVerified) {
    const Json vector = dataOf("signatures.json");
    const std::string header = vector["header"].text();
    const auto call = [&](const std::string& sent) {
        return called("X-DocuSign-Signature-1", sent, vector["body"].text());
    };
    EXPECT_EQ(run("hook", call(header))["reference"].text(), "env-1");
    Json exchanged = call("of the key before");
    exchanged.set("headers", Json::object({{"X-DocuSign-Signature-1", "of the key before"},
                                           {"X-DocuSign-Signature-2", header}}));
    EXPECT_EQ(run("hook", exchanged)["reference"].text(), "env-1") << "while keys are exchanged";
    EXPECT_EQ(refusal("hook", call("")), "signature-invalid");
    EXPECT_EQ(refusal("hook", call(header + "=")), "signature-invalid");
}

TEST_F(DocuSign, RevokesItsAccessWhenItIsDisconnected) {
    test.http("POST", "/oauth/revoke").answers(400, "");
    run("disconnect");
    EXPECT_EQ(test.requests()[0].body, "token=R1");
    EXPECT_TRUE(test.secrets().empty());
}

TEST_F(DocuSign, TellsEveryClassOfRefusal) {
    test.http("POST", "/oauth/token").answers(400, R"({"error":"invalid_grant"})");
    connector::testing::expectEachClass(test.http("POST", Envelopes),
                                        [&] { return refusal("signature", asked()); },
                                        {.error = R"({"errorCode":"INVALID_REQUEST_BODY","message":"m"})",
                                         .code = "INVALID_REQUEST_BODY",
                                         .other = {{401, "integration-credentials-invalid:invalid_grant"}}});
}

TEST_F(DocuSign, SurvivesWhatNoProviderShouldAnswer) {
    connector::testing::expectFaultyAnswers(
        test.http("GET", std::string(Envelopes) + "/env-1"), envelope("completed").dump(),
        [&] { return refusal("signature_state", asked("env-1")); }, [&] { return test.secrets(); });
}

} // namespace
} // namespace svc::docusign::testing
