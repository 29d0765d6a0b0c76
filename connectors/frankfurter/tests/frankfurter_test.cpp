#include <svc/testing/connector_case.hpp>

#include "common/faulty_answers.hpp"

namespace svc::frankfurter::testing {
namespace {

using svc::testing::ConnectorCase;

class Frankfurter : public ConnectorCase {
protected:
    Frankfurter() : ConnectorCase("frankfurter", SVC_PLUGIN_FOLDER, SVC_TEST_DATA) {
        test.settings(Json::object({{"baseUrl", "https://api.frankfurter.dev/v2"}}));
    }
    static Json asked(const std::string& currency) {
        return fetchInput("rates", nullptr,
                          Json::object({{"currencies", Json::array({"GBP", "EUR", "XOF"})}}), currency);
    }
    svc::testing::HttpStandIn& rates() { return test.http("GET", "/v2/rates"); }
};

TEST_F(Frankfurter, AsksWithWhatTheContractKnowsAndReadsItsExample) {
    const Json contract = dataOf("contract.json");
    rates().answers(200, contract["example"]);
    EXPECT_EQ(run("fetch", asked("EUR"))["records"].dump(),
              R"([{"currency":"GBP","rate":0.8623,"date":"2024-01-15"},)"
              R"({"currency":"XOF","rate":655.957,"date":"2024-01-15"}])");
    EXPECT_EQ(query(0), "base=EUR&quotes=GBP%2CUSD&from=2026-11-15&to=2026-11-20");
    const std::string sent = query(0);
    for (const std::string_view field : split(sent, '&')) {
        const std::string name(field.substr(0, field.find('=')));
        const auto known = contract["parameters"].items();
        EXPECT_TRUE(std::any_of(known.begin(), known.end(), [&](const Json& one) {
            return one.text() == name;
        })) << name;
    }
    EXPECT_EQ(run("fetch", asked("GBP"))["records"].dump(),
              R"([{"currency":"EUR","rate":1.1596892033,"date":"2024-01-15"},)"
              R"({"currency":"XOF","rate":760.7062507248,"date":"2024-01-15"}])");
}

TEST_F(Frankfurter, TellsWhatWentWrongAndWhenToComeBack) {
    rates()
        .answers(503, "{}", {{"Retry-After", "Fri, 20 Nov 2026 09:30:00 GMT"}})
        .answers(404, R"({"message":"not found"})")
        .answers(422, R"({"message":"invalid currency"})")
        .answers(200, R"([{"date":"2026-11-18","base":"EUR","quote":"GBP","rate":0}])")
        .answers(200, R"([{"date":"2026-11-18","base":"EUR","quo)")
        .answers(200, R"({"rates":[]})")
        .fails("connect");
    EXPECT_EQ(run("fetch", asked("EUR")).textOr("retryAt"), "2026-11-20T09:30:00.000Z");
    EXPECT_EQ(run("fetch", asked("EUR"))["records"].size(), 0U) << "no data of these days";
    EXPECT_EQ(refusal("fetch", asked("EUR")), "provider-refused:http-422:invalid currency");
    for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(refusal("fetch", asked("EUR")), "integration-unreachable:answer-unreadable");
    }
    EXPECT_EQ(refusal("fetch", asked("EUR")), "integration-unreachable:connect");
}

TEST_F(Frankfurter, SurvivesWhatNoProviderShouldAnswer) {
    connector::testing::expectFaultyAnswers(
        rates(), dataOf("contract.json")["example"].dump(), [&] { return refusal("fetch", asked("EUR")); },
        [&] { return test.secrets(); });
}

TEST_F(Frankfurter, TellsEveryClassOfRefusal) {
    connector::testing::expectEachClass(rates(), [&] { return refusal("fetch", asked("EUR")); },
                                        {.error = R"({"message":"m"})", .other = {{404, "none"}}});
}

} // namespace
} // namespace svc::frankfurter::testing
