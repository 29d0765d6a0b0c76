#include "host/db/list_installer.hpp"
#include "host/db/plugin_rights.hpp"
#include "host/db/plugin_statement.hpp"
#include "host/db/tests/shared_cluster.hpp"
#include "host/db/transaction.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace svc::host::db::testing {
namespace {

const ::testing::Environment* const environment = ::testing::AddGlobalTestEnvironment(new SharedCluster);

// Runs a statement as a plugin's, bound to the first company. Returns an empty text when it was accepted,
// else who refused it: "host" or the SQLSTATE.
std::string refusal(std::string_view sql) {
    try {
        checkPluginStatement(sql);
    } catch (const std::invalid_argument&) {
        return "host";
    }
    Transaction transaction(shared().pool(), SharedCluster::First);
    try {
        transaction.query(sql);
        const Rows bound = transaction.query("SELECT current_setting('svc.company')");
        EXPECT_EQ(bound.text(0, 0), SharedCluster::First) << sql;
        return {};
    } catch (const Error& error) {
        return error.sqlState();
    }
}

const std::string Other = "'" + std::string(SharedCluster::Second) + "'";

TEST(PluginStatement, ItsFirstWordIsOneOfSeven) {
    for (const char* sql :
         {"SELECT 1", "  select 1", "\n\tInsert INTO x VALUES (1)", "-- note\nUPDATE x SET y = 1",
          "/* a /* nested */ note */ DELETE FROM x", "VALUES (1)", "WITH a AS (SELECT 1) SELECT 1",
          "MERGE INTO x USING y ON true WHEN MATCHED THEN DO NOTHING", "SELECT(1)", "SELECT'a'",
          "SELECT*FROM x", "SELECT--note\n1"})
        EXPECT_NO_THROW(checkPluginStatement(sql)) << sql;
    for (const char* sql : {"",
                            " ",
                            "SET LOCAL svc.company = 'x'",
                            "RESET ALL",
                            "DO $$ BEGIN END $$",
                            "BEGIN",
                            "COMMIT",
                            "ROLLBACK",
                            "SAVEPOINT a",
                            "SET ROLE svc_owner",
                            "DISCARD ALL",
                            "PREPARE a AS SELECT 1",
                            "EXECUTE a",
                            "DECLARE c CURSOR FOR "
                            "SELECT 1",
                            "COPY x TO STDOUT",
                            "CALL f()",
                            "LOCK x",
                            "LISTEN a",
                            "NOTIFY a",
                            "CREATE TABLE x ()",
                            "DROP TABLE x",
                            "ALTER TABLE x ADD y int",
                            "GRANT ALL ON x TO y",
                            "EXPLAIN ANALYZE SELECT 1",
                            "(SELECT 1)",
                            "; SELECT 1",
                            "/* SELECT */ SET ROLE x",
                            "-- SELECT\nSET ROLE x",
                            "/* open SELECT 1",
                            "SELECTED",
                            "SELECT_1",
                            "\xEF\xBB\xBFSELECT 1",
                            "SHOW ALL",
                            "VACUUM",
                            "ANALYZE x",
                            "TABLE svc.company",
                            "FETCH c",
                            "START TRANSACTION",
                            "END",
                            "ABORT"})
        EXPECT_THROW(checkPluginStatement(sql), std::invalid_argument) << sql;
}

TEST(PluginStatement, NamesNothingOfTheHostsSchema) {
    for (const char* sql :
         {"SELECT * FROM svc.user_account", "SELECT * FROM SVC . session", "SELECT * FROM \"svc\".session",
          "SELECT 1 FROM svc/* */./* */event", "WITH a AS (SELECT * FROM svc.api_key) SELECT * FROM a",
          "SELECT 'it''s', svc.company_id FROM x", "SELECT * FROM svc--\n.event"})
        EXPECT_THROW(checkPluginStatement(sql), std::invalid_argument) << sql;
    for (const char* sql : {"SELECT 'svc.user_account'", "SELECT 1 -- svc.event", "SELECT a.svc FROM a",
                            "SELECT current_setting('svc.company')", "SELECT * FROM mysvc.event, svc_x.event",
                            "SELECT svc FROM a WHERE b = .5"})
        EXPECT_NO_THROW(checkPluginStatement(sql)) << sql;
}

TEST(Rebinding, EveryWayBySqlIsRefused) {
    EXPECT_EQ(refusal("SELECT set_config('svc.company', " + Other + ", true)"), "42501");
    EXPECT_EQ(refusal("SELECT pg_catalog.set_config('svc.company', " + Other + ", false)"), "42501");
    EXPECT_EQ(refusal("WITH a AS MATERIALIZED (SELECT set_config('svc.company', " + Other +
                      ", true)) SELECT * FROM a"),
              "42501");
    EXPECT_EQ(refusal("SELECT 1 WHERE (SELECT set_config('svc.company', " + Other + ", true)) IS NOT NULL"),
              "42501");
    EXPECT_EQ(refusal("UPDATE pg_settings SET setting = " + Other + " WHERE name = 'role'"), "42501");
    EXPECT_EQ(refusal("UPDATE pg_catalog.pg_settings SET setting = " + Other + " WHERE name = 'svc.company'"),
              "42501");
    EXPECT_EQ(refusal("SET LOCAL svc.company = " + Other), "host");
    EXPECT_EQ(refusal("SET SESSION svc.company = " + Other), "host");
    EXPECT_EQ(refusal("RESET svc.company"), "host");
    EXPECT_EQ(refusal("RESET ALL"), "host");
    EXPECT_EQ(refusal("SET ROLE svc_owner"), "host");
    EXPECT_EQ(refusal("SET SESSION AUTHORIZATION svc_owner"), "host");
    EXPECT_EQ(refusal("DO $$ BEGIN EXECUTE 'SET LOCAL svc.company = ''x'''; END $$"), "host");
    EXPECT_EQ(refusal("COMMIT"), "host");
}

TEST(Rebinding, TwoStatementsInOneCallAreRefusedByTheProtocol) {
    EXPECT_EQ(refusal("SELECT 1; SET LOCAL svc.company = " + Other), "host");
    EXPECT_EQ(refusal("SELECT 1; SET LOCAL ROLE svc_owner"), "42601");
    EXPECT_EQ(refusal("SELECT 1; COMMIT"), "42601");
    EXPECT_EQ(refusal("SELECT 1; SELECT 2"), "42601");
}

TEST(Rebinding, FunctionsThatRunTextCannotSetAnything) {
    const std::string hidden = "$q$SET LOCAL svc.company = " + Other + "$q$";
    EXPECT_NE(refusal("SELECT query_to_xml(" + hidden + ", true, false, '')"), "");
    EXPECT_NE(
        refusal("SELECT query_to_xml('SELECT set_config(''svc.company'', ''x'', true)', true, false, '')"),
        "");
    EXPECT_NE(refusal("SELECT * FROM ts_stat(" + hidden + ")"), "");
    EXPECT_NE(refusal("SELECT ts_rewrite('a'::tsquery, " + hidden + ")"), "");
}

TEST(Rebinding, TheDatabaseRefusesDoEvenWithoutTheHost) {
    Transaction transaction(shared().pool(), SharedCluster::First);
    try {
        transaction.query("DO $$ BEGIN NULL; END $$");
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.sqlState(), "42501");
    }
}

TEST(Rebinding, NothingCanBeCreatedToHideAStatementIn) {
    for (const char* sql :
         {"CREATE TABLE svc.x (a int)", "CREATE TABLE public.x (a int)", "CREATE TEMPORARY TABLE x (a int)",
          "CREATE SCHEMA x", "CREATE FUNCTION public.f() RETURNS int LANGUAGE sql AS 'SELECT 1'",
          "SELECT 1 AS a INTO TEMPORARY x"}) {
        Transaction transaction(shared().pool(), SharedCluster::First);
        try {
            transaction.query(sql);
            FAIL() << sql;
        } catch (const Error& error) {
            EXPECT_TRUE(error.sqlState() == "42501" || error.sqlState() == "3F000")
                << sql << ": " << error.what();
        }
    }
}

TEST(Roles, TheHostRoleIsRestrictedAndOthersAreNot) {
    Connection app(ScratchCluster::optionsFor(shared().access().app));
    EXPECT_NO_THROW(assertRestricted(app));
    Connection owner(ScratchCluster::optionsFor(shared().access().owner));
    EXPECT_THROW(assertRestricted(owner), std::runtime_error);
    Connection superuser(ScratchCluster::optionsFor(shared().superuser()));
    EXPECT_THROW(assertRestricted(superuser), std::runtime_error);
}

TEST(Roles, PreparingADatabaseAgainDoesNothing) {
    Connection superuser(ScratchCluster::optionsFor(shared().superuser()));
    EXPECT_TRUE(missingBootstrapSteps(superuser, true).empty());
    EXPECT_NO_THROW(bootstrapDatabase(shared().superuser(), true));
}

// A database of one's own: a login that is a member of the roles, and one that lacks the rights to prepare
// it.
TEST(Roles, ALoginWithoutTheRightsIsToldWhatToRun) {
    Connection superuser(ScratchCluster::optionsFor(shared().superuser()));
    superuser.script("CREATE ROLE outsider LOGIN");
    superuser.script("CREATE DATABASE own OWNER outsider");
    std::string address = shared().superuser().connectionString;
    address.replace(address.find("///svc?"), 7, "///own?");
    const Login administrator{address, {}};
    const Login login{address.substr(0, address.find("&user=")) + "&user=outsider", {}};
    try {
        bootstrapDatabase(login, false);
        FAIL();
    } catch (const std::runtime_error& error) {
        const std::string text = error.what();
        EXPECT_NE(text.find("the role outsider may not prepare the database own"), std::string::npos) << text;
        EXPECT_NE(text.find("REVOKE EXECUTE ON FUNCTION pg_catalog.set_config"), std::string::npos) << text;
        EXPECT_NE(text.find("GRANT svc_app TO \"outsider\""), std::string::npos) << text;
        const std::size_t script = text.find("run this once in it: ");
        ASSERT_NE(script, std::string::npos);
        Connection other(ScratchCluster::optionsFor(administrator));
        other.script(text.substr(script + 21));
    }
    EXPECT_NO_THROW(bootstrapDatabase(login, false));
    const Access access = accessThrough(login.connectionString);
    Connection app(ScratchCluster::optionsFor(access.app));
    EXPECT_EQ(app.query("SELECT current_user").text(0, 0), "svc_app");
    EXPECT_NO_THROW(assertRestricted(app));
    MigratorOptions options;
    options.now = [] { return std::string("2026-11-20 09:00:00+00"); };
    Migrator migrator(access.owner, options);
    EXPECT_FALSE(
        migrator.apply({{"host", "svc", ScratchCluster::sourceTree() / "host" / "migrations"}}).empty());
}

/// Two plugins with a table each; the second reads the first.
class PluginRoles : public ::testing::Test {
protected:
    static constexpr std::string_view First = "svc_p_first";
    static constexpr std::string_view Second = "svc_p_second";
    std::vector<PluginRights> rights = {{"svc_p_first", "first", {}}, {"svc_p_second", "second", {"first"}}};

    void SetUp() override {
        Connection administrator(ScratchCluster::optionsFor(shared().superuser()));
        administrator.script("CREATE ROLE svc_p_first; CREATE ROLE svc_p_second;"
                             "GRANT svc_p_first, svc_p_second TO svc_app");
        owner().script("CREATE SCHEMA first; CREATE TABLE first.thing (n int);"
                       "CREATE SCHEMA second; CREATE TABLE second.thing (n int)");
        grantPluginRights(shared().access().owner, rights);
    }
    void TearDown() override {
        owner().script("DROP SCHEMA first CASCADE; DROP SCHEMA second CASCADE;"
                       "REVOKE ALL ON SCHEMA svc FROM svc_p_first, svc_p_second");
        Connection(ScratchCluster::optionsFor(shared().superuser()))
            .script("DROP OWNED BY svc_p_first, svc_p_second; DROP ROLE svc_p_first, svc_p_second");
    }
    static Connection owner() { return Connection(ScratchCluster::optionsFor(shared().access().owner)); }
    static std::string things() {
        return std::string(
            Transaction(shared().pool()).query("SELECT count(*) FROM first.thing", {}, First).text(0, 0));
    }
    static std::string stateOf(std::string_view sql, std::string_view role) {
        try {
            Transaction(shared().pool()).query(sql, {}, role);
        } catch (const Error& error) {
            return error.sqlState();
        }
        return "done";
    }
};

TEST_F(PluginRoles, ChangeWithTheStatementsOfATransaction) {
    constexpr std::string_view Who = "SELECT current_user";
    Transaction transaction(shared().pool());
    transaction.send("INSERT INTO first.thing VALUES (1)", {}, First);
    EXPECT_EQ(transaction.query(Who).text(0, 0), AppRole);
    EXPECT_EQ(transaction.query(Who, {}, Second).text(0, 0), Second);
    EXPECT_EQ(transaction.query("SELECT n FROM first.thing", {}, Second).text(0, 0), "1");
    transaction.query("SAVEPOINT here", {});
    EXPECT_EQ(transaction.query(Who, {}, First).text(0, 0), First);
    transaction.query("ROLLBACK TO SAVEPOINT here", {});
    EXPECT_EQ(transaction.query(Who).text(0, 0), AppRole);
    transaction.sendLate("b", "INSERT INTO second.thing VALUES (2)", {}, Second);
    transaction.sendLate("a", "INSERT INTO first.thing VALUES (2)", {}, First);
    transaction.commit();
    EXPECT_EQ(things(), "2");
    EXPECT_EQ(Transaction(shared().pool()).query(Who).text(0, 0), AppRole) << "the connection is used again";
}

TEST_F(PluginRoles, DoNotReachWhatIsOfOthers) {
    EXPECT_EQ(stateOf("INSERT INTO second.thing VALUES (1)", First), "42501");
    EXPECT_EQ(stateOf("SELECT * FROM second.thing", First), "42501");
    EXPECT_EQ(stateOf("DELETE FROM first.thing", Second), "42501");
    EXPECT_EQ(stateOf("SELECT * FROM svc.company", First), "42501");
    EXPECT_EQ(stateOf("SELECT * FROM first.thing", Second), "done");
    Transaction queued(shared().pool());
    queued.send("INSERT INTO first.thing VALUES (3)", {}, First);
    queued.send("INSERT INTO first.thing VALUES (4)", {}, Second);
    EXPECT_THROW(queued.commit(), Error);
    EXPECT_EQ(things(), "0");
}

TEST_F(PluginRoles, NoteChangesOfTheirOwnListsAlone) {
    installLists(shared().access().owner, {}, {}, [](const std::string&) {});
    grantPluginRights(shared().access().owner, rights);
    const auto noting = [](const std::string& list) {
        return "INSERT INTO svc.list_change (company_id, list, record_id, sign, words) VALUES"
               " (gen_random_uuid(), '" +
               list + "', gen_random_uuid(), 1, false)";
    };
    const std::string own = noting("first.thing");
    const std::string foreign = noting("second.thing");
    EXPECT_EQ(stateOf(own, First), "done");
    EXPECT_EQ(stateOf(foreign, First), "42501");
    EXPECT_EQ(stateOf(noting("firsts.thing"), First), "42501");
    owner().script("REVOKE ALL ON svc.list_change, svc.list_count, svc.list_word, svc.list_record FROM"
                   " svc_p_first, svc_p_second");
}

TEST_F(PluginRoles, ShareNoAnswerThatWasAskedAhead) {
    constexpr std::string_view Ahead = "SELECT current_user";
    Transaction transaction(shared().pool());
    transaction.askAhead(Ahead, {}, First);
    transaction.flush();
    EXPECT_EQ(transaction.query(Ahead, {}, Second).text(0, 0), Second);
}

TEST_F(PluginRoles, LoseWhatTheyNoLongerRead) {
    rights[1].reads.clear();
    grantPluginRights(shared().access().owner, rights);
    EXPECT_EQ(stateOf("SELECT * FROM first.thing", Second), "42501");
    EXPECT_EQ(stateOf("SELECT * FROM second.thing", Second), "done");
}

} // namespace
} // namespace svc::host::db::testing
