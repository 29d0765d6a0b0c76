#include <svc/testing/connector_case.hpp>

#include "common/faulty_answers.hpp"

namespace svc::toggl::testing {
namespace {

using svc::testing::ConnectorCase;

class Toggl : public ConnectorCase {
protected:
    Toggl() : ConnectorCase("toggl", SVC_PLUGIN_FOLDER, SVC_TEST_DATA) {
        test.settings(Json::object({{"baseUrl", "https://api.track.toggl.com/api/v9"}}));
        test.secret("token", "t0ken");
        test.secret("person", "Anne Morel");
    }
    static Json asked(const Json& cursor = nullptr, const Json& since = nullptr) {
        return fetchInput(
            "time_entries", cursor,
            Json::object({{"workspaceId", 777}, {"clients", Json::object({{"Client A", "par_1"}})}}), "EUR",
            since);
    }
    svc::testing::HttpStandIn& entries() { return test.http("GET", "/api/v9/me/time_entries"); }
    void expectKnownParameters() {
        const Json known = dataOf("contract.json")["parameters"];
        const std::string sent = query(test.requests().size() - 1);
        for (const std::string_view field : split(sent, '&')) {
            EXPECT_NE(known.dump().find('"' + std::string(field.substr(0, field.find('='))) + '"'),
                      std::string::npos)
                << field;
        }
    }
};

TEST_F(Toggl, GivesWhatIsStoppedAndNamesThePartnerOfTheClient) {
    entries().answers(200, dataOf("contract.json")["entries"]);
    const Json page = run("fetch", asked(nullptr, "2026-11-01"));
    EXPECT_EQ(page["records"].dump(),
              R"([{"externalId":"toggl:436694100","startedAt":"2026-01-05T09:00:00.000Z",)"
              R"("endedAt":"2026-01-05T10:30:00.000Z","person":"Anne Morel","project":"Project",)"
              R"("description":"Site visit","partnerId":"par_1","billable":true,"tags":["billed"]}])");
    EXPECT_EQ(page["removed"].size(), 0U);
    EXPECT_EQ(query(0), "start_date=2026-11-01&end_date=2026-11-21&meta=true");
    EXPECT_EQ(test.requests()[0].header("Authorization"), "Basic " + base64Encode("t0ken:api_token"));
    expectKnownParameters();
}

TEST_F(Toggl, ReadsTheLastWeeksOnceAndThenWhatHasChanged) {
    entries().answers(200, "[]");
    const Json first = run("fetch", asked());
    EXPECT_EQ(query(0), "start_date=2026-10-16&end_date=2026-11-15&meta=true");
    EXPECT_TRUE(first["more"].boolean());
    const Json second = run("fetch", asked(first["cursor"]));
    EXPECT_EQ(query(1), "start_date=2026-11-15&end_date=2026-11-21&meta=true");
    EXPECT_FALSE(second["more"].boolean());
    const std::int64_t began = Instant::parse("2026-11-20T08:59:00Z")->micros() / Instant::Second;
    EXPECT_EQ(second["cursor"]["changes"].integer(), began);
    run("fetch", asked(second["cursor"]));
    EXPECT_EQ(query(2), "since=" + std::to_string(began) + "&meta=true");
    expectKnownParameters();
    run("fetch", asked(Json::object({{"changes", began - 100 * 86400}})));
    EXPECT_EQ(query(3).substr(0, 22), "start_date=2026-08-11&") << "too long ago for changes";
}

TEST_F(Toggl, ReadsWhatWasDeletedBeforeItIsReadAgainFromADayOn) {
    entries().answers(200, "[]");
    const std::int64_t read = Instant::parse("2026-11-20T08:00:00Z")->seconds();
    for (const char* name : {"changes", "began"}) {
        const Json before = Json::object({{name, read}});
        const Json again = run("fetch", asked(nullptr, "2026-11-10").set("before", before));
        EXPECT_FALSE(again["more"].boolean());
        EXPECT_EQ(again["cursor"]["changes"].integer(), read) << name;
    }
}

TEST_F(Toggl, FollowsWhatIsDeletedAndLeavesOtherWorkspaces) {
    entries().answers(200, R"([{"id":1,"workspace_id":777,"start":"2026-01-05T09:00:00Z","duration":60,)"
                           R"("server_deleted_at":"2026-01-06T09:00:00Z"},)"
                           R"({"id":2,"workspace_id":778,"start":"2026-01-05T09:00:00Z",)"
                           R"("stop":"2026-01-05T09:01:00Z","duration":60}])");
    const Json page = run("fetch", asked());
    EXPECT_EQ(page["removed"].dump(), R"(["toggl:1"])");
    EXPECT_EQ(page["records"].size(), 0U);
}

TEST_F(Toggl, TellsWhatWentWrongAndWhenToComeBack) {
    entries()
        .answers(402, "")
        .answers(429, "", {{"Retry-After", "60"}})
        .answers(403, "")
        .answers(500, "")
        .fails("timeout")
        .answers(200, R"([{"id":1)")
        .answers(200, R"({"id":1})")
        .answers(200, R"([{"id":1,"workspace_id":777,"start":"soon","stop":"later","duration":6}])");
    EXPECT_EQ(run("fetch", asked()).textOr("retryAt"), "2026-11-20T10:00:00.000Z");
    EXPECT_EQ(run("fetch", asked()).textOr("retryAt"), "2026-11-20T09:01:00.000Z");
    const std::string unreadable = "integration-unreachable:answer-unreadable";
    for (const std::string& expected :
         {std::string("integration-credentials-invalid"), std::string("integration-unreachable:http-500"),
          std::string("integration-unreachable:timeout"), unreadable, unreadable, unreadable}) {
        EXPECT_EQ(refusal("fetch", asked()), expected);
    }
}

TEST_F(Toggl, ATokenThatIsRefusedLeavesTheOneThatWorks) {
    const Json input = Json::object({{"credentials", Json::object({{"token", "new"}})}});
    test.http("GET", "/api/v9/me")
        .answers(403, "")
        .answers(200, R"({"id":9,"fullname":"Paul"})")
        .answers(429, "");
    EXPECT_EQ(refusal("connect", input), "integration-credentials-invalid");
    EXPECT_EQ(test.secrets().at("token"), "t0ken");
    EXPECT_EQ(run("connect", input).dump(), R"({"account":{"id":"9","name":"Paul"}})");
    EXPECT_EQ(test.secrets().at("person"), "Paul");
    EXPECT_EQ(run("test")["error"].text(), "http-429");
    run("disconnect");
    EXPECT_TRUE(test.secrets().empty());
}

TEST_F(Toggl, SurvivesWhatNoProviderShouldAnswer) {
    connector::testing::expectFaultyAnswers(
        entries(), dataOf("contract.json")["entries"].dump(),
        [&] { return refusal("fetch", asked(nullptr, "2026-11-01")); }, [&] { return test.secrets(); });
}

TEST_F(Toggl, TellsEveryClassOfRefusal) {
    connector::testing::expectEachClass(entries(), [&] { return refusal("fetch", asked()); });
}

} // namespace
} // namespace svc::toggl::testing
