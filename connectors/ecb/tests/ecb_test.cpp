#include <svc/testing/connector_case.hpp>

#include "common/faulty_answers.hpp"

namespace svc::ecb::testing {
namespace {

using svc::testing::ConnectorCase;

class Ecb : public ConnectorCase {
protected:
    Ecb() : ConnectorCase("ecb", SVC_PLUGIN_FOLDER, SVC_TEST_DATA) {
        test.settings(Json::object({{"baseUrl", "https://data-api.ecb.europa.eu"}}));
    }
    static Json asked(const std::string& currency, const Json& cursor = nullptr, const Json& since = nullptr,
                      const Json& settings = Json::object()) {
        return fetchInput("rates", cursor, settings, currency, since);
    }
    svc::testing::HttpStandIn& data() { return test.http("GET", "/service/data/EXR/D..EUR.SP00.A"); }
    static std::string ratesOf(const Json& page) { return page["records"].dump(); }
};

TEST_F(Ecb, GivesTheRatesOfTheDaysThatItIsAskedFor) {
    data().answers(200, textOfData("rates.csv"));
    const Json page = run("fetch", asked("EUR", nullptr, nullptr,
                                         Json::object({{"currencies", Json::array({"USD", "XOF", "RUB"})}})));
    EXPECT_EQ(ratesOf(page), R"([{"currency":"USD","rate":1.0842,"date":"2026-11-18"},)"
                             R"({"currency":"XOF","rate":655.957,"date":"2026-11-18"},)"
                             R"({"currency":"USD","rate":1.0911,"date":"2026-11-19"},)"
                             R"({"currency":"XOF","rate":655.957,"date":"2026-11-19"}])");
    EXPECT_EQ(page["cursor"].dump(), R"({"from":"2026-11-15"})");
    EXPECT_FALSE(page["more"].boolean());
    EXPECT_EQ(query(0), "format=csvdata&startPeriod=2026-11-15&endPeriod=2026-11-20");
    EXPECT_NE(ratesOf(run("fetch", asked("EUR"))).find(R"({"currency":"JPY","rate":179.2,)"),
              std::string::npos);
}

TEST_F(Ecb, CrossesTheRatesOfOtherCurrencies) {
    data().answers(200, textOfData("rates.csv"));
    const std::string franc = ratesOf(run("fetch", asked("XOF")));
    EXPECT_NE(franc.find(R"({"currency":"EUR","rate":0.0015244902,"date":"2026-11-18"})"), std::string::npos)
        << franc;
    EXPECT_NE(franc.find(R"({"currency":"USD","rate":0.0016528522,"date":"2026-11-18"})"), std::string::npos);
    EXPECT_NE(franc.find(R"({"currency":"XAF","rate":1)"), std::string::npos);
    EXPECT_EQ(ratesOf(run("fetch", asked("CHF"))).find("2026-11-19"), std::string::npos)
        << "no rate of the franc on that day";
    EXPECT_EQ(refusal("fetch", asked("GNF")), "provider-refused:no-rate-of-GNF");
}

TEST_F(Ecb, ReadsAMonthAtATime) {
    data().answers(404, "No results found.");
    const Json page = run("fetch", asked("EUR", nullptr, "2026-09-01"));
    EXPECT_TRUE(page["more"].boolean());
    EXPECT_EQ(page["cursor"].dump(), R"({"from":"2026-10-02"})");
    const Json next = run("fetch", asked("EUR", page["cursor"]));
    EXPECT_EQ(next["cursor"].dump(), R"({"from":"2026-11-02"})");
    EXPECT_FALSE(run("fetch", asked("EUR", next["cursor"]))["more"].boolean());
    EXPECT_EQ(query(1), "format=csvdata&startPeriod=2026-10-02&endPeriod=2026-11-01");
}

TEST_F(Ecb, TellsWhatWentWrongAndWhenToComeBack) {
    data()
        .answers(429, "", {{"Retry-After", "120"}})
        .answers(503, "")
        .fails("timeout")
        .answers(200, "<html>")
        .answers(200, "KEY,FREQ,CURRENCY,TIME_PERIOD,OBS_VALUE\nx,D,USD,2026-11-18,1.08\nx,D,CH")
        .answers(200, "KEY,FREQ,CURRENCY,TIME_PERIOD,OBS_VALUE\nx,D,USD,2026-11-18,-1\n")
        .answers(400, "");
    EXPECT_EQ(run("fetch", asked("EUR")).dump(), R"({"error":"integration-unreachable:http-429",)"
                                                 R"("retryAt":"2026-11-20T09:02:00.000Z"})");
    for (const char* expected :
         {"integration-unreachable:http-503", "integration-unreachable:timeout",
          "integration-unreachable:answer-unreadable", "integration-unreachable:answer-unreadable",
          "integration-unreachable:answer-unreadable", "provider-refused:http-400"}) {
        EXPECT_EQ(refusal("fetch", asked("EUR")), expected);
    }
}

TEST_F(Ecb, SurvivesWhatNoProviderShouldAnswer) {
    connector::testing::expectFaultyAnswers(
        data(), textOfData("rates.csv"), [&] { return refusal("fetch", asked("EUR")); },
        [&] { return test.secrets(); });
}

TEST_F(Ecb, TellsEveryClassOfRefusal) {
    connector::testing::expectEachClass(data(), [&] { return refusal("fetch", asked("EUR")); },
                                        {.error = "", .other = {{404, "none"}}}); // no rates on these days
}

} // namespace
} // namespace svc::ecb::testing
