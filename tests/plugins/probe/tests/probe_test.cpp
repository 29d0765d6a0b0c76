// The host against a plugin that misbehaves in every way it can.
#include <algorithm>
#include <thread>

#include "support/checks.hpp"

namespace svc::test {
namespace {

std::unique_ptr<RunningService>& slot() {
    static std::unique_ptr<RunningService> service;
    return service;
}

class Probe : public ::testing::Test {
protected:
    static void SetUpTestSuite() {
        ServiceOptions options;
        options.plugins = {"partners", "probe"};
        options.pluginFolders = {SVC_TEST_PLUGINS};
        options.settings["probe"] = "{ greeting: bonjour }";
        slot() = std::make_unique<RunningService>(options);
    }
    static void TearDownTestSuite() { slot().reset(); }

    RunningService& service = *slot();
    HttpClient live = service.live();

    static Answer probe(HttpClient& client, const std::string& company, const Json& body) {
        return client.post("/companies/" + company + "/probe", body);
    }
    Answer act(const std::string& action, const std::string& name = "nameless") {
        return probe(live, service.value("companyId"), Json::object({{"action", action}, {"name", name}}));
    }
    std::vector<std::string> list(const char* field) {
        std::vector<std::string> texts;
        for (const Json& text : rowsOf(live.get(service.company("/probe")).json[field])) {
            texts.push_back(text.text());
        }
        return texts;
    }
    bool hasThing(const std::string& name) {
        const auto things = list("things");
        return std::find(things.begin(), things.end(), name) != things.end();
    }
    std::size_t marksWith(const std::string& text) {
        const auto marks = list("marks");
        return static_cast<std::size_t>(
            std::count_if(marks.begin(), marks.end(),
                          [&](const std::string& mark) { return mark.find(text) != std::string::npos; }));
    }
    std::size_t waitForMarks(const std::string& text, std::size_t count) {
        for (int attempt = 0; attempt < 200 && marksWith(text) < count; ++attempt) {
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
        }
        return marksWith(text);
    }
    void advance(const std::string& duration) {
        ASSERT_TRUE(hasStatus(live.post("/testing/clock", Json::object({{"advance", duration}})), 200));
    }
    /// How often this permission was denied to the probe, from the metrics.
    std::uint64_t refusals(const std::string& permission) {
        const std::string metrics = live.get("/metrics").body;
        const std::string series =
            "svc_permission_refused_total{plugin=\"probe\",permission=\"" + permission + "\"} ";
        const std::size_t at = metrics.find(series);
        return at == std::string::npos ? 0 : std::stoull(metrics.substr(at + series.size()));
    }
    const Json& other() { return otherCompany(service); }
};

TEST_F(Probe, AQueryWithoutConditionSeesItsOwnCompanyOnly) {
    HttpClient stranger = service.client(other().textOr("liveKey"));
    const std::string theirs = other().textOr("companyId");
    ASSERT_TRUE(hasStatus(act("add", "ours"), 200));
    ASSERT_TRUE(
        hasStatus(probe(stranger, theirs, Json::object({{"action", "add"}, {"name", "theirs"}})), 200));
    EXPECT_TRUE(hasThing("ours"));
    EXPECT_FALSE(hasThing("theirs"));
    EXPECT_EQ(stranger.get("/companies/" + theirs + "/probe").json["things"].dump(), R"(["theirs"])");
}

TEST_F(Probe, NoStatementBindsAnotherCompany) {
    HttpClient stranger = service.client(other().textOr("liveKey"));
    probe(stranger, other().textOr("companyId"), Json::object({{"action", "add"}, {"name", "secret"}}));
    const std::string theirs =
        service.sql("SELECT company_id FROM probe.thing WHERE name = 'secret'").front();
    const std::string set = "'svc.company', '" + theirs + "'";
    const std::string quoted = "'" + theirs + "'";
    const std::vector<std::string> attacks = {
        "SELECT set_config(" + set + ", true)",
        "SELECT pg_catalog.set_config(" + set + ", false)",
        "VALUES (set_config(" + set + ", true))",
        "WITH rebound AS (SELECT set_config(" + set + ", true)) SELECT * FROM rebound",
        "SELECT name FROM probe.thing WHERE set_config(" + set + ", true) <> ''",
        "INSERT INTO probe.thing (company_id, id, name) VALUES (" + quoted +
            ", gen_random_uuid(), set_config(" + set + ", true))",
        "UPDATE pg_settings SET setting = " + quoted + " WHERE name = 'svc.company'",
        "DO $$ BEGIN PERFORM set_config(" + set + ", true); END $$",
        "SET svc.company = " + quoted,
        "SET LOCAL svc.company = " + quoted,
        "  -- a comment\n /* and /* another */ */ SET LOCAL svc.company = " + quoted,
        "RESET svc.company",
        "RESET ALL",
        "DISCARD ALL",
        "SET ROLE svc_owner",
        "SET SESSION AUTHORIZATION svc_owner",
        "RESET ROLE",
        "BEGIN",
        "COMMIT",
        "ROLLBACK",
        "END",
        "SAVEPOINT here",
        "PREPARE rebind AS SELECT 1",
        "EXECUTE rebind",
        "EXPLAIN ANALYZE SELECT set_config(" + set + ", true)",
        "COPY probe.thing TO STDOUT",
        "TABLE probe.thing",
        "CREATE FUNCTION probe.rebind() RETURNS text LANGUAGE sql SET svc.company = " + quoted +
            " AS 'SELECT 1'",
        "CREATE TEMPORARY TABLE mine (a int)",
        "ALTER TABLE probe.thing DISABLE ROW LEVEL SECURITY",
        "ALTER ROLE svc_app SET svc.company = " + quoted,
        "GRANT svc_owner TO svc_app",
        "SELECT 1; SET LOCAL svc.company = " + quoted,
        "SELECT name FROM probe.thing; SELECT 2",
        "INSERT INTO probe.thing (company_id, id, name) VALUES (" + quoted +
            ", gen_random_uuid(), 'planted')",
        "UPDATE probe.thing SET company_id = " + quoted,
        "SELECT query_to_xml('SET LOCAL svc.company = ''" + theirs + "''', true, true, '')",
        "SELECT query_to_xml($$SELECT set_config(" + set + ", true)$$, true, true, '')",
        "SELECT lo_from_bytea(0, 'x')::text WHERE pg_read_file('PG_VERSION') <> ''",
        "",
    };
    for (const std::string& sql : attacks) {
        for (const char* how : {"query", "send", "late"}) {
            const Answer answer = probe(live, service.value("companyId"),
                                        Json::object({{"action", "attack"}, {"name", how}, {"sql", sql}}));
            // A statement that the host rejects without sending it leaves the transaction intact and bound to
            // its company.
            const bool refusedBefore =
                answer.status == 200 && answer.json["cells"].dump() == R"(["refused"])";
            EXPECT_TRUE(refusedBefore || isRefusal(answer, 500, "internal-error")) << how << ": " << sql;
            EXPECT_EQ(answer.body.find("secret"), std::string::npos) << sql;
        }
        ASSERT_FALSE(hasThing("secret")) << "a later request is bound to another company after " << sql;
    }
    EXPECT_TRUE(service.sql("SELECT 1 FROM probe.thing WHERE name = 'planted'").empty());
    EXPECT_EQ(
        service.sql("SELECT count(*) FROM probe.thing WHERE company_id = '" + theirs + "'").front(),
        std::to_string(
            stranger.get("/companies/" + other().textOr("companyId") + "/probe").json["things"].size()));
}

TEST_F(Probe, OnlyDeclaredEventsOfItsOwnAreEmitted) {
    const std::string before = service.sql("SELECT count(*) FROM svc.event").front();
    for (const char* action : {"undeclared-event", "foreign-event", "reserved-event", "wrong-event"}) {
        EXPECT_TRUE(isRefusal(act(action), 500, "internal-error")) << action;
    }
    EXPECT_EQ(service.sql("SELECT count(*) FROM svc.event").front(), before);
}

TEST_F(Probe, AHistoryThatNobodyCouldReadIsNotWritten) {
    const std::string before = service.sql("SELECT count(*) FROM svc.history").front();
    for (const char* changes : {"{}", "5", "[1]", "[{}]", R"([{"field":1}])"}) {
        const Json body = Json::object({{"action", "wrong-history"}, {"name", "thing"}, {"sql", changes}});
        EXPECT_TRUE(isRefusal(probe(live, service.value("companyId"), body), 500, "internal-error"))
            << changes;
    }
    EXPECT_EQ(service.sql("SELECT count(*) FROM svc.history").front(), before);
}

TEST_F(Probe, WhatItThrowsBecomesAnAnswerAndTheHostLivesOn) {
    EXPECT_TRUE(isRefusal(act("throw-exception"), 500, "internal-error"));
    EXPECT_TRUE(isRefusal(act("throw-int"), 500, "internal-error"));
    EXPECT_TRUE(isRefusal(act("refuse", "refused"), 400, "probe-refused"));
    EXPECT_FALSE(hasThing("refused"));
    EXPECT_TRUE(isRefusal(act("server-error"), 503, "probe-refused"));
    EXPECT_TRUE(isRefusal(act("nonsense"), 400, "field-invalid:action"));
    EXPECT_EQ(live.get("/health").status, 200);
    EXPECT_NE(service.log().find("the probe fails"), std::string::npos) << "the reason is in the log";
}

TEST_F(Probe, ABadAnswerIsAFaultOfTheServiceAndNeverReachesTheClient) {
    EXPECT_TRUE(isRefusal(act("rubbish"), 500, "internal-error"));
    EXPECT_TRUE(isRefusal(act("status"), 500, "internal-error"));
    const Answer split = act("header");
    EXPECT_TRUE(isRefusal(split, 500, "internal-error"));
    EXPECT_EQ(split.header("set-cookie"), "");
}

TEST_F(Probe, NoStatementReachesTheTablesOfAnotherPlugin) {
    const Answer partner =
        live.post(service.company("/partners"), Json::object({{"name", "Hotel of the host"}}));
    ASSERT_TRUE(hasStatus(partner, 201));
    const std::uint64_t before = refusals("database");
    std::uint64_t tries = 0;
    for (const char* sql :
         {"DELETE FROM partners.partner", "UPDATE partners.partner SET name = 'taken'",
          "INSERT INTO partners.term SELECT * FROM partners.term", "SELECT name FROM partners.v1_partners",
          "WITH gone AS (DELETE FROM partners.partner RETURNING name) SELECT * FROM gone",
          "UPDATE probe.thing SET name = (SELECT name FROM partners.partner LIMIT 1)",
          "INSERT INTO svc.list_count SELECT * FROM svc.list_count"}) {
        for (const char* how : {"query", "send", "late"}) {
            EXPECT_TRUE(isRefusal(probe(live, service.value("companyId"),
                                        Json::object({{"action", "attack"}, {"name", how}, {"sql", sql}})),
                                  500, "internal-error"))
                << how << ": " << sql;
            ++tries;
        }
    }
    EXPECT_EQ(refusals("database"), before + tries);
    EXPECT_NE(service.log().find("plugin probe was refused database: permission denied for"),
              std::string::npos);
    const Answer still = live.get(service.company("/partners/" + partner.json.textOr("id")));
    EXPECT_EQ(still.json["name"].text(), "Hotel of the host");
    ASSERT_TRUE(hasStatus(act("add", "its own table"), 200));
    EXPECT_TRUE(hasThing("its own table"));
}

TEST_F(Probe, CommandsThatLoopOrAreNotDeclaredFail) {
    EXPECT_TRUE(isRefusal(act("loop"), 500, "internal-error"));
    EXPECT_TRUE(isRefusal(act("undeclared-command"), 500, "internal-error"));
    EXPECT_EQ(refusals("command partners.get"), 1U);
    EXPECT_TRUE(isRefusal(act("undeclared-number"), 500, "internal-error"));
}

TEST_F(Probe, ARefusalOfACommandCannotBeSwallowed) {
    EXPECT_TRUE(isRefusal(act("swallow", "swallowed"), 500, "internal-error"));
    EXPECT_FALSE(hasThing("swallowed"));
    EXPECT_FALSE(hasThing("written before the refusal"));
}

TEST_F(Probe, AHookMayRefuseTheWholeWrite) {
    EXPECT_TRUE(isRefusal(act("refused-event", "hooked"), 400, "probe-refused"));
    EXPECT_FALSE(hasThing("hooked"));
    EXPECT_TRUE(isRefusal(act("echo-event"), 500, "internal-error")) << "hooks that emit without end";
}

TEST_F(Probe, ADeclaredConstraintIsTheClientsMistake) {
    ASSERT_TRUE(hasStatus(act("add", "only one"), 200));
    EXPECT_TRUE(isRefusal(act("add", "only one"), 400, "already-exists:name"));
}

TEST_F(Probe, AFailingSubscriberIsRepeatedAndThenDone) {
    ASSERT_TRUE(hasStatus(act("make", "patience"), 200));
    for (int attempt = 1; attempt < 3; ++attempt) {
        const std::string failed = "attempt " + std::to_string(attempt) + " failed";
        for (int wait = 0; wait < 200 && service.log().find(failed) == std::string::npos; ++wait) {
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
        }
        EXPECT_EQ(marksWith("subscriber patience"), 0U) << "what a failed run wrote is gone";
        advance(attempt == 1 ? "PT1M1S" : "PT5M1S");
    }
    EXPECT_EQ(waitForMarks("subscriber patience attempt 3", 1), 1U);
    advance("P1D");
    EXPECT_EQ(marksWith("subscriber patience"), 1U) << "once";
}

TEST_F(Probe, AScheduleRunsForEachCompanyWhenItIsDue) {
    waitForMarks("hourly", 1);
    const std::size_t before = marksWith("hourly");
    advance("PT1H1S");
    EXPECT_EQ(waitForMarks("hourly", before + 1), before + 1);
    HttpClient stranger = service.client(other().textOr("liveKey"));
    EXPECT_GE(stranger.get("/companies/" + other().textOr("companyId") + "/probe").json["marks"].size(), 1U);
}

TEST_F(Probe, AJobThatFailsShowsACodeAndKeepsItsWordsForTheLog) {
    const auto errorOf = [&](const char* name) {
        const std::string id = act("job", name).json.textOr("jobId");
        Json job;
        for (int i = 0; i < 400 && job["error"].isNull(); ++i) {
            std::this_thread::sleep_for(std::chrono::milliseconds(25));
            job = live.get(service.company("/jobs/" + id)).json;
        }
        return job.textOr("error");
    };
    EXPECT_EQ(errorOf("divided"), "internal-error");
    EXPECT_EQ(errorOf("refused"), "probe-refused");
    EXPECT_NE(service.log().find("division by zero"), std::string::npos);
}

TEST_F(Probe, AJobRunsOnceForItsKeyAndShowsItsState) {
    const Answer filed = act("job", "errand");
    ASSERT_TRUE(hasStatus(filed, 200));
    const std::string id = filed.json.textOr("jobId");
    EXPECT_EQ(act("job", "errand").json.textOr("jobId"), id);
    EXPECT_EQ(waitForMarks("later errand", 1), 1U);
    const Answer job = live.get(service.company("/jobs/" + id));
    ASSERT_TRUE(hasStatus(job, 200));
    EXPECT_EQ(job.json["status"].text(), "succeeded");
    EXPECT_TRUE(job.json["finishedAt"].isString());
    EXPECT_TRUE(
        isRefusal(live.get(service.company("/jobs/job_01jd9p4be1mfmxgscfzmzebnt7")), 404, "job-not-found"));
    HttpClient stranger = service.client(other().textOr("liveKey"));
    EXPECT_TRUE(isRefusal(stranger.get("/companies/" + other().textOr("companyId") + "/jobs/" + id), 404,
                          "job-not-found"));
}

TEST_F(Probe, ARawBodyReachesThePluginAsItWasSent) {
    for (const char* body :
         {"[ {\"event\": \"paid  \",  \"amount\": 1.50} ]", "{\"a\":\" b \"}", "not JSON"}) {
        const Answer answer =
            live.send("POST", service.company("/probe/raw"), body, {{"Content-Type", "application/json"}});
        ASSERT_TRUE(hasStatus(answer, 200)) << body;
        EXPECT_EQ(answer.json["cells"][0].text(), body);
    }
}

TEST_F(Probe, AParameterThatNobodyKnowsIsNamed) {
    const Answer answer = live.get(service.company("/probe/export?seconds=0&secnds=1&a,b=2"));
    ASSERT_TRUE(hasStatus(answer, 200));
    EXPECT_EQ(answer.header("svc-ignored-parameters"), "secnds, a?b");
    EXPECT_EQ(live.get(service.company("/probe/export?seconds=0")).header("svc-ignored-parameters"), "");
}

TEST_F(Probe, NumbersSettingsAndScopesOfAPluginWork) {
    const std::string number = act("number").json.textOr("number");
    EXPECT_EQ(number.rfind("PRB-20", 0), 0U) << number;
    EXPECT_EQ(act("greet").json.textOr("greeting"), "bonjour");
    HttpClient reader = service.client(makeKey(service, {"partners:view"}));
    EXPECT_TRUE(isRefusal(reader.get(service.company("/probe")), 403, "forbidden"));
}

} // namespace
} // namespace svc::test
