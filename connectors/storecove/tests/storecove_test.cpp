#include <svc/testing/connector_case.hpp>

#include "common/faulty_answers.hpp"

namespace svc::storecove::testing {
namespace {

using svc::testing::ConnectorCase;

class Storecove : public ConnectorCase {
protected:
    Storecove() : ConnectorCase("storecove", SVC_PLUGIN_FOLDER, SVC_TEST_DATA) {
        test.settings(Json::object({{"baseUrl", "https://api.storecove.com/api/v2"}}));
        test.secret("apiKey", "k3y");
        test.secret("legalEntityId", "4711");
    }
    static Json invoice(const std::string& receiver = "0208:0403170701",
                        const std::string& type = "invoice") {
        return Json::object({{"key", "fsc_1-1"},
                             {"receiver", receiver},
                             {"documentType", type},
                             {"content", base64Encode("<Invoice/>")}});
    }
    svc::testing::HttpStandIn& submissions() { return test.http("POST", "/api/v2/document_submissions"); }
    svc::testing::HttpStandIn& discovery() { return test.http("POST", "/api/v2/discovery/receives"); }
};

TEST_F(Storecove, SendsADocumentOnceForItsKey) {
    submissions().answers(200, R"({"guid":"7c3a"})");
    EXPECT_EQ(run("transmit", invoice()).dump(), R"({"reference":"7c3a"})");
    run("transmit", invoice());
    const Json body = checkedBody("POST /document_submissions", 0);
    EXPECT_EQ(body["legalEntityId"].integer(), 4711);
    EXPECT_EQ(body["idempotencyGuid"].text().size(), 36U);
    EXPECT_EQ(body["routing"].dump(), R"({"eIdentifiers":[{"scheme":"BE:EN","id":"0403170701"}]})");
    EXPECT_EQ(body["document"]["rawDocumentData"]["document"].text(), base64Encode("<Invoice/>"));
    EXPECT_EQ(test.requests()[0].body, test.requests()[1].body) << "the same key, the same request";
    EXPECT_EQ(test.requests()[0].header("Authorization"), "Bearer k3y");
}

TEST_F(Storecove, TranslatesSchemes) {
    submissions().answers(200, R"({"guid":"7c3a"})");
    for (const auto& [receiver, scheme] :
         std::vector<std::pair<std::string, std::string>>{{"0204:04011000-1234512345-06", "DE:LWID"},
                                                          {"9957:FR40303265045", "FR:VAT"},
                                                          {"0192:1", "0192"}}) {
        run("transmit", invoice(receiver));
        const Json body = Json::parse(test.requests()[test.requests().size() - 1].body);
        EXPECT_EQ(body["routing"]["eIdentifiers"].at(0)["scheme"].text(), scheme);
    }
    EXPECT_EQ(refusal("transmit", invoice("nobody")), "provider-refused:receiver");
}

TEST_F(Storecove, AsksWhetherAReceiverIsThere) {
    discovery().answers(200, R"({"code":"OK"})").answers(200, R"({"code":"NOK"})").answers(422, "[]");
    EXPECT_TRUE(run("reach", invoice())["reachable"].boolean());
    EXPECT_FALSE(run("reach", invoice("0208:0403170701", "credit_note"))["reachable"].boolean());
    EXPECT_EQ(checkedBody("POST /discovery/receives", 0)["documentTypes"].dump(), R"(["invoice"])");
    EXPECT_EQ(checkedBody("POST /discovery/receives", 1)["documentTypes"].dump(), R"(["creditnote"])");
    EXPECT_EQ(refusal("reach", invoice()), "provider-refused:http-422");
}

TEST_F(Storecove, TellsWhenADocumentHasArrived) {
    const std::string evidence = R"({"sender":"s","receiver":"0208:0403170701","network":"peppol"})";
    test.http("GET", "/api/v2/document_submissions/7c3a/evidence/sending")
        .answers(404, "")
        .answers(200, evidence)
        .answers(200, "{}");
    const Json input = Json::object({{"reference", "7c3a"}});
    EXPECT_EQ(run("transmission_state", input).dump(), R"({"state":"sent"})");
    const Json arrived = run("transmission_state", input);
    EXPECT_EQ(arrived["state"].text(), "delivered");
    EXPECT_EQ(base64Decode(arrived["evidence"].text()), evidence);
    EXPECT_EQ(refusal("transmission_state", input), "integration-unreachable:answer-unreadable");
}

TEST_F(Storecove, TellsWhatWentWrong) {
    const std::string error = R"([{"source":"document","details":"R010 no buyer address"}])";
    const std::string words = "R010 no buyer address";
    const std::vector<std::pair<int, std::string>> answers = {
        {400, "provider-refused:document:" + words},
        {401, "integration-credentials-invalid:document:" + words},
        {403, "integration-credentials-invalid:document:" + words},
        {422, "provider-refused:document:" + words},
        {429, "integration-unreachable:http-429"},
        {500, "integration-unreachable:http-500"}};
    for (const auto& [status, expected] : answers) {
        submissions().answers(status, error);
    }
    submissions()
        .fails("timeout")
        .answers(200, "<html>")
        .answers(200, "[]")
        .answers(422, R"([{"source":"idempotencyGuid","details":"has been used"}])");
    for (const auto& [status, expected] : answers) {
        EXPECT_EQ(refusal("transmit", invoice()), expected) << status;
    }
    const std::string unreadable = "integration-unreachable:answer-unreadable";
    for (const std::string& expected : {std::string("integration-unreachable:timeout"), unreadable,
                                        unreadable, std::string("provider-refused:already-submitted")}) {
        EXPECT_EQ(refusal("transmit", invoice()), expected);
    }
}

TEST_F(Storecove, AKeyThatIsRefusedLeavesTheOneThatWorks) {
    const Json input =
        Json::object({{"credentials", Json::object({{"apiKey", "new"}, {"legalEntityId", 7}})}});
    test.http("GET", "/api/v2/legal_entities/7")
        .answers(401, "")
        .answers(404, "")
        .answers(200, R"({"id":7,"party_name":"Quais SRL"})")
        .answers(500, "");
    EXPECT_EQ(refusal("connect", input), "integration-credentials-invalid");
    EXPECT_EQ(refusal("connect", input), "provider-refused:http-404");
    EXPECT_EQ(test.secrets().at("apiKey"), "k3y");
    EXPECT_EQ(run("connect", input).dump(), R"({"account":{"id":"7","name":"Quais SRL"}})");
    EXPECT_EQ(run("test")["error"].text(), "http-500");
    run("disconnect");
    EXPECT_TRUE(test.secrets().empty());
}

TEST_F(Storecove, TellsEveryClassOfRefusal) {
    connector::testing::expectEachClass(
        submissions(), [&] { return refusal("transmit", invoice()); },
        {.error = R"([{"source":"document","details":"R010"}])", .code = "document", .other = {}});
}

TEST_F(Storecove, SurvivesWhatNoProviderShouldAnswer) {
    connector::testing::expectFaultyAnswers(
        submissions(), R"({"guid":"7c3a"})", [&] { return refusal("transmit", invoice()); },
        [&] { return test.secrets(); });
}

} // namespace
} // namespace svc::storecove::testing
