#include <svc/testing/connector_case.hpp>

#include "common/faulty_answers.hpp"

namespace svc::clockify::testing {
namespace {

using svc::testing::ConnectorCase;

constexpr const char* Workspace = "64a687e29ae1f428e7ebe303";

class Clockify : public ConnectorCase {
protected:
    Clockify() : ConnectorCase("clockify", SVC_PLUGIN_FOLDER, SVC_TEST_DATA) {
        test.settings(Json::object({{"baseUrl", "https://api.clockify.me/api/v1"}}));
        test.secret("apiKey", "k3y");
        test.secret("workspace", Workspace);
    }
    static Json asked(const Json& cursor = nullptr, const Json& since = nullptr) {
        return fetchInput("time_entries", cursor,
                          Json::object({{"projects", Json::object({{"25b687e29ae1f428e7ebe123", "par_1"}})}}),
                          "EUR", since);
    }
    svc::testing::HttpStandIn& users() {
        return test.http("GET", std::string("/api/v1/workspaces/") + Workspace + "/users");
    }
    svc::testing::HttpStandIn& entriesOf(const std::string& user) {
        return test.http("GET",
                         std::string("/api/v1/workspaces/") + Workspace + "/user/" + user + "/time-entries");
    }
    static Json entry(const std::string& id, const std::string& day) {
        return Json::object({{"id", id},
                             {"timeInterval", Json::object({{"start", day + "T08:00:00Z"},
                                                            {"end", day + "T10:30:00Z"},
                                                            {"duration", "PT2H30M"}})}});
    }
    static Json list(const std::vector<Json>& entries) {
        Json all = Json::array();
        for (const Json& one : entries) {
            all.push(one);
        }
        return all;
    }
};

TEST_F(Clockify, GivesWhatIsStoppedAndNamesThePartnerOfTheProject) {
    users().answers(200, dataOf("contract.json")["users"]);
    entriesOf("5a0ab5acb07987125438b60f").answers(200, dataOf("contract.json")["entries"]);
    const Json page = run("fetch", asked(nullptr, "2026-01-01"));
    EXPECT_EQ(page["records"].dump(),
              R"([{"externalId":"clockify:64c777ddd3fcab07cfbb210c","startedAt":"2026-01-05T08:00:00.000Z",)"
              R"("endedAt":"2026-01-05T10:30:00.000Z","person":"A","project":null,"description":"work",)"
              R"("partnerId":"par_1","billable":true,"tags":[]}])");
    EXPECT_EQ(query(1), "start=2026-01-01T00%3A00%3A00Z&end=2026-11-21T00%3A00%3A00Z&page=1&page-size=200");
    EXPECT_EQ(test.requests()[1].header("X-Api-Key"), "k3y");
    EXPECT_FALSE(page["more"].boolean());
}

TEST_F(Clockify, ReadsOnePersonAfterTheOther) {
    users().answers(200, R"([{"id":"b","name":"Ben"},{"id":"a","name":"Ada"},{"id":"c","name":"Cem"}])");
    std::vector<Json> many;
    for (int i = 0; i < 200; ++i) {
        many.push_back(entry("a" + std::to_string(i), "2026-11-19"));
    }
    entriesOf("a").answers(200, list(many)).answers(200, list({entry("a200", "2026-11-19")}));
    entriesOf("b").answers(200, "[]");
    entriesOf("c").answers(200, list({entry("c1", "2026-11-18")}));
    std::vector<std::size_t> counts;
    Json cursor = nullptr;
    bool more = true;
    while (more) {
        const Json page = run("fetch", asked(cursor));
        counts.push_back(page["records"].size());
        cursor = page["cursor"];
        more = page["more"].boolean();
    }
    EXPECT_EQ(counts, (std::vector<std::size_t>{200, 1, 0, 1}));
    EXPECT_NE(query(3).find("page=2"), std::string::npos);
    EXPECT_NE(query(5).find("page=1"), std::string::npos) << "the next person begins with the first page";
}

TEST_F(Clockify, FollowsWhatIsDeleted) {
    users()
        .answers(200, R"([{"id":"a"},{"id":"b"}])")
        .answers(200, R"([{"id":"a"},{"id":"b"}])")
        .answers(200, R"([{"id":"a"}])");
    entriesOf("a")
        .answers(200, list({entry("a1", "2026-11-19"), entry("a2", "2026-11-19"), entry("a3", "2026-09-01")}))
        .answers(200, list({entry("a2", "2026-11-19")}));
    entriesOf("b").answers(200, list({entry("b1", "2026-11-19")}));
    const Json first = run("fetch", asked(nullptr, "2026-08-01"));
    const Json second = run("fetch", asked(first["cursor"]));
    EXPECT_EQ(second["removed"].size(), 0U);
    const Json third = run("fetch", asked(second["cursor"]));
    EXPECT_EQ(third["removed"].dump(), R"(["clockify:a1"])")
        << "a3 is older than what is compared, b has left the workspace";
    EXPECT_FALSE(third["more"].boolean());
    EXPECT_EQ(query(test.requests().size() - 1).substr(0, 16), "start=2026-10-16");
}

TEST_F(Clockify, ComparesWhatIsReadAgainFromADayOn) {
    users().answers(200, R"([{"id":"a"}])");
    const Json early = entry("a1", "2026-11-02");
    entriesOf("a")
        .answers(200, list({early, entry("a2", "2026-11-18"), entry("a3", "2026-11-19")}))
        .answers(200, list({entry("a3", "2026-11-19")}))
        .answers(200, list({entry("a3", "2026-11-19")}));
    const Json first = run("fetch", asked());
    const Json again = run("fetch", asked(nullptr, "2026-11-10").set("before", first["cursor"]));
    EXPECT_EQ(again["removed"].dump(), R"(["clockify:a2"])");
    EXPECT_EQ(run("fetch", asked(again["cursor"]))["removed"].dump(), R"(["clockify:a1"])")
        << "it is older than that day, and is not forgotten";
    Json elsewhere = first["cursor"];
    elsewhere.set("workspace", "74a687e29ae1f428e7ebe304");
    const Json moved = run("fetch", asked(nullptr, "2026-11-10").set("before", elsewhere));
    EXPECT_EQ(moved["removed"].size(), 0U);
}

TEST_F(Clockify, ComparesWithARunThatWasLeftInTheMiddle) {
    users().answers(200, R"([{"id":"a"},{"id":"b"}])");
    entriesOf("a").answers(200, list({entry("a1", "2026-11-19")})).answers(200, "[]");
    entriesOf("b").answers(200, "[]");
    const Json half = run("fetch", asked());
    const Json again = run("fetch", asked(nullptr, "2026-11-10").set("before", half["cursor"]));
    EXPECT_EQ(run("fetch", asked(again["cursor"]))["removed"].dump(), R"(["clockify:a1"])");
}

TEST_F(Clockify, LeavesTheHoursOfAnotherWorkspaceAsTheyAre) {
    users().answers(200, R"([{"id":"a"},{"id":"b"}])");
    entriesOf("a").answers(200, list({entry("a1", "2026-11-19")}));
    entriesOf("b").answers(200, list({entry("b1", "2026-11-19")}));
    const Json half = run("fetch", asked());
    const Json whole = run("fetch", asked(half["cursor"]));

    const std::string other = "74a687e29ae1f428e7ebe304";
    const std::string path = "/api/v1/workspaces/" + other;
    test.http("GET", path + "/users").answers(200, R"([{"id":"a"}])");
    test.http("GET", path + "/user/a/time-entries")
        .answers(200, list({entry("x1", "2026-11-19")}))
        .answers(200, "[]")
        .answers(200, "[]");
    const auto there = [&](const Json& cursor) {
        return fetchInput("time_entries", cursor, Json::object({{"workspaceId", other}}));
    };
    const Json moved = run("fetch", there(whole["cursor"]));
    EXPECT_EQ(moved["records"].size(), 1U);
    EXPECT_EQ(moved["removed"].size(), 0U) << "a1 was not deleted, it is somewhere else";
    EXPECT_EQ(run("fetch", there(moved["cursor"]))["removed"].dump(), R"(["clockify:x1"])")
        << "from then on the new workspace is compared";
    EXPECT_EQ(run("fetch", there(half["cursor"]))["removed"].size(), 0U) << "moved in the middle of a run";
}

TEST_F(Clockify, AnEntryThatWasGivenToAnotherPersonIsNotRemoved) {
    users().answers(200, R"([{"id":"a"},{"id":"b"}])");
    entriesOf("a").answers(200, "[]");
    entriesOf("b").answers(200, list({entry("a1", "2026-11-19")}));
    const Json first = run("fetch", asked(Json::parse(R"({"before":{"a":{"a1":"2026-11-19"}}})")));
    const Json second = run("fetch", asked(first["cursor"]));
    EXPECT_EQ(second["records"].size(), 1U);
    EXPECT_EQ(second["removed"].size(), 0U);
}

TEST_F(Clockify, GoesOnWithTheCursorOfAnEarlierVersion) {
    users().answers(200, R"([{"id":"a"}])");
    entriesOf("a").answers(200, "[]");
    const Json before = Json::parse(R"({"before":{"a":{"a1":"2026-11-19"}}})");
    EXPECT_EQ(run("fetch", asked(before))["removed"].dump(), R"(["clockify:a1"])");
}

TEST_F(Clockify, TellsWhatWentWrongAndWhenToComeBack) {
    users()
        .answers(429, "", {{"Retry-After", "60"}})
        .answers(401, "")
        .answers(500, "")
        .fails("timeout")
        .answers(200, R"([{"id":)")
        .answers(200, R"({"id":1})")
        .answers(200, R"([{"id":"a"}])");
    entriesOf("a")
        .answers(200, R"([{"id":"1","timeInterval":{"start":"soon","end":"later"}}])")
        .answers(403, "");
    EXPECT_EQ(run("fetch", asked()).textOr("retryAt"), "2026-11-20T09:01:00.000Z");
    const std::string unreadable = "integration-unreachable:answer-unreadable";
    for (const std::string& expected :
         {std::string("integration-credentials-invalid"), std::string("integration-unreachable:http-500"),
          std::string("integration-unreachable:timeout"), unreadable, unreadable, unreadable,
          std::string("integration-credentials-invalid")}) {
        EXPECT_EQ(refusal("fetch", asked()), expected);
    }
}

TEST_F(Clockify, AKeyThatIsRefusedLeavesTheOneThatWorks) {
    const Json input = Json::object({{"credentials", Json::object({{"apiKey", "new"}})}});
    test.http("GET", "/api/v1/user")
        .answers(401, "")
        .answers(200, R"({"id":"u1","name":"Ada","activeWorkspace":"w1"})")
        .answers(429, "");
    EXPECT_EQ(refusal("connect", input), "integration-credentials-invalid");
    EXPECT_EQ(test.secrets().at("apiKey"), "k3y");
    EXPECT_EQ(run("connect", input).dump(), R"({"account":{"id":"u1","name":"Ada"}})");
    EXPECT_EQ(test.secrets().at("workspace"), "w1");
    EXPECT_EQ(run("test")["error"].text(), "http-429");
    run("disconnect");
    EXPECT_TRUE(test.secrets().empty());
}

TEST_F(Clockify, SurvivesWhatNoProviderShouldAnswer) {
    users().answers(200, dataOf("contract.json")["users"]);
    connector::testing::expectFaultyAnswers(
        entriesOf("5a0ab5acb07987125438b60f"), dataOf("contract.json")["entries"].dump(),
        [&] { return refusal("fetch", asked(nullptr, "2026-01-01")); }, [&] { return test.secrets(); });
}

TEST_F(Clockify, TellsEveryClassOfRefusal) {
    connector::testing::expectEachClass(users(), [&] { return refusal("fetch", asked()); });
}

} // namespace
} // namespace svc::clockify::testing
