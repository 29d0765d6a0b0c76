// The flow service against its contract: the result of each kind of answer.
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

#include <svc/encoding.hpp>
#include <svc/settings_check.hpp>
#include <svc/testing/plugin_test.hpp>

#include "testing/sales.hpp"

namespace svc::fr_einvoicing {
namespace {

Json contract() {
    std::ifstream in(SVC_REGIME_DATA "/flow-service-openapi.json");
    return Json::parse(std::string(std::istreambuf_iterator<char>(in), {}));
}

/// An example answer from the contract.
Json example(const char* path, const char* method, const char* status, const char* name) {
    return contract()["paths"][path][method]["responses"][status]["content"]["application/json"]["examples"]
                     [name]["value"];
}

class FlowServiceContract : public ::testing::Test {
protected:
    FlowServiceContract() : test(SVC_PLUGIN_FOLDER) {
        test.settings(
            Json::parse(R"({"baseUrl":"https://pa.example/flow","tokenUrl":"https://pa.example/token",
                                      "directoryUrl":"https://pa.example/directory"})"));
        test.offer("fiscal.regime", [this](const Json&) {
            return Json::object({{"regime", "fr-einvoicing"},
                                 {"state", state},
                                 {"mode", "production"},
                                 {"autoSubmit", true},
                                 {"settings", settings}});
        });
        test.offer("sales.get", [](const Json&) {
            return records::testing::sale(
                Json::parse(R"({"id":"sal_01jd9p4be1mfmxgscfzmzebnt7","number":"INV-1","date":"2026-11-20",
                "total":12000,"payments":[],"taxes":[{"taxCategory":"S","taxRate":20,"net":10000,"tax":2000}],
                "lines":[{"service":true,"taxCategory":"S","taxRate":20,"net":10000}]})"));
        });
        test.offer("sales.sealed", [](const Json&) {
            return records::testing::sealed(
                Json::parse(R"({"buyer":{"name":"Quais","country":"FR","registrationNumber":"303265045"}})"));
        });
        test.http("POST", "/token").answers(200, R"({"access_token":"t-1","expires_in":"3600"})");
        test.http("POST", "/directory/directory-line/search")
            .answers(200,
                     R"({"results":[{"addressingIdentifier":"303265045","directoryLineStatus":"Enabled"}]})");
    }
    Json input(const Json& reference = nullptr) const {
        return Json::object({{"submission", Json::object({{"id", "fsc_01jd9sz9f92gkq7egsr1b4nqg8"},
                                                          {"kind", "sale"},
                                                          {"documentId", "sal_01jd9p4be1mfmxgscfzmzebnt7"},
                                                          {"documentNumber", "INV-1"},
                                                          {"operation", "issue"},
                                                          {"reference", reference}})},
                             {"payload", base64Encode("<Invoice/>")},
                             {"attempt", 1},
                             {"key", "INV-1"},
                             {"mode", "production"},
                             {"settings", settings}});
    }
    Json send() { return test.command("regime.fr-einvoicing.send", input()); }
    Json read() { return test.command("regime.fr-einvoicing.read", input("f-1")); }
    svc::testing::HttpStandIn& deposits() { return test.http("POST", "/flow/flows"); }

    svc::testing::PluginTest test;
    std::string state = "enabled";
    Json settings = Json::parse(R"({"siren":"123456782","platformId":"1234","clientId":"c","clientSecret":"s",
                                    "organizationId":"org-7"})");
};

TEST_F(FlowServiceContract, ADepositThatIsTakenIsSubmitted) {
    deposits().answers(202, example("/flows", "post", "202", "pending"));
    const Json told = send();
    EXPECT_EQ(told["outcome"].text(), "submitted");
    EXPECT_EQ(told["reference"].text(), "f-1");
    const auto sent = test.requests().back();
    EXPECT_EQ(sent.header("Authorization"), "Bearer t-1");
    EXPECT_EQ(sent.header("Organization-Id"), "org-7");
    const std::size_t begin = sent.body.find('{');
    const Json info = Json::parse(sent.body.substr(begin, sent.body.find("\r\n", begin) - begin));
    EXPECT_NO_THROW(SettingsCheck().check(contract()["components"]["schemas"]["FlowInfo"], info, "flowInfo"));
    EXPECT_EQ(info["trackingId"].text(), "INV-1");
}

TEST_F(FlowServiceContract, ErrorsAreRefusalsPausesOrLostAnswers) {
    deposits()
        .answers(400, R"({"message":"flowSyntax"})")
        .answers(403, "")
        .answers(413, "")
        .answers(429, "", {{"Retry-After", "60"}})
        .answers(500, "")
        .answers(503, "");
    const Json refused = send();
    EXPECT_EQ(refused["outcome"].text(), "rejected");
    EXPECT_EQ(refused["error"].text(), "flowSyntax");
    EXPECT_EQ(send()["outcome"].text(), "retry");
    EXPECT_EQ(send()["errorCode"].text(), "FileSizeExceeded");
    const Json paused = send();
    EXPECT_EQ(paused["outcome"].text(), "later");
    EXPECT_EQ(Instant::parse(paused["nextAttemptAt"].text()),
              std::optional(test.situation().now + Instant::Minute));
    EXPECT_ANY_THROW(send()) << "nobody knows";
    EXPECT_ANY_THROW(send());
}

TEST_F(FlowServiceContract, ATokenThatIsNotTakenAnyMoreIsAskedForAgain) {
    deposits().answers(401, "").answers(202, example("/flows", "post", "202", "pending"));
    EXPECT_EQ(send()["outcome"].text(), "submitted");
    std::size_t tokens = 0;
    for (const auto& request : test.requests()) {
        tokens += request.path() == "/token" ? 1U : 0U;
    }
    EXPECT_EQ(tokens, 2U);
}

TEST_F(FlowServiceContract, WithoutATokenNothingWasDone) {
    settings.set("tokenUrl", "https://pa.example/closed");
    test.http("POST", "/closed").answers(401, R"({"error":"invalid_client"})");
    EXPECT_EQ(send()["outcome"].text(), "retry");
}

TEST_F(FlowServiceContract, AnExistingFlowIsLookedFor) {
    deposits().answers(400, R"({"type":"AlreadyExistingFlow"})");
    test.http("POST", "/flow/flows/search")
        .answers(200, example("/flows/search", "post", "200", "one"))
        .answers(200, example("/flows/search", "post", "200", "empty"));
    const Json found = send();
    EXPECT_EQ(found["outcome"].text(), "accepted");
    EXPECT_EQ(found["reference"].text(), "f-1");
    EXPECT_EQ(found["status"]["code"].text(), "200");
    const Json absent = send();
    EXPECT_EQ(absent["outcome"].text(), "rejected");
    EXPECT_EQ(absent["errorCode"].text(), "AlreadyExistingFlow");
}

TEST_F(FlowServiceContract, AcknowledgementsAreOutcomes) {
    test.http("GET", "/flow/flows/f-1")
        .answers(200, example("/flows/{flowId}", "get", "200", "pending"))
        .answers(200, example("/flows/{flowId}", "get", "200", "ok"))
        .answers(200, example("/flows/{flowId}", "get", "200", "error"))
        .answers(404, "")
        .answers(503, "");
    EXPECT_EQ(read()["outcome"].text(), "submitted");
    EXPECT_EQ(read()["outcome"].text(), "accepted");
    const Json refused = read();
    EXPECT_EQ(refused["outcome"].text(), "rejected");
    EXPECT_EQ(refused["errorCode"].text(), "AlreadyExistingFlow");
    EXPECT_EQ(refused["error"].text(), "already received (/Invoice/cbc:ID)");
    EXPECT_EQ(read()["outcome"].text(), "submitted") << "not yet visible";
    EXPECT_ANY_THROW(read());
    EXPECT_NE(test.requests().back().url.find("docType=Metadata"), std::string::npos);
}

TEST_F(FlowServiceContract, AskedForAddressesOfTheCompanyComeFirst) {
    settings.set("baseUrl", "https://other.example/v1/");
    test.http("POST", "/v1/flows").answers(202, example("/flows", "post", "202", "pending"));
    EXPECT_EQ(send()["outcome"].text(), "submitted");
    EXPECT_EQ(test.requests().back().url, "https://other.example/v1/flows");
    const Json described = test.command("regime.fr-einvoicing.describe");
    EXPECT_EQ(described["requiredSettings"].size(), 4U) << "the installation has the addresses";
}

TEST_F(FlowServiceContract, NothingIsAskedWhileTheRegimeIsDisabled) {
    state = "disabled";
    EXPECT_EQ(send()["outcome"].text(), "retry");
    test.job("fetch-flows");
    test.job("make-reports");
    EXPECT_TRUE(test.requests().empty());
}

} // namespace
} // namespace svc::fr_einvoicing
