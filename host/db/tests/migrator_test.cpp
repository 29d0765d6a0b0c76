#include "host/db/tests/shared_cluster.hpp"
#include "host/db/transaction.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <thread>

namespace svc::host::db::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::StartsWith;

const ::testing::Environment* const environment = ::testing::AddGlobalTestEnvironment(new SharedCluster);

constexpr const char* Table =
    "CREATE TABLE note (company_id uuid NOT NULL, id int NOT NULL, text text, PRIMARY KEY "
    "(company_id, id));\n"
    "SELECT svc.company_table('note');\n";

// A plugin with its own folder; a new one for each test.
class Plugin {
public:
    explicit Plugin(std::string id) : id_(std::move(id)) {}

    void file(const std::string& name, const std::string& sql) { writeFile(folder_.path() / name, sql); }

    Migrator migrator() const {
        MigratorOptions options;
        options.now = [] { return std::string("2026-11-20 09:00:00+00"); };
        options.lockTimeout = std::chrono::milliseconds(100);
        options.attempts = 2;
        return Migrator(shared().access().owner, options);
    }
    /// Migrates together with `other`, which is applied even if this one fails; returns why this one fails.
    std::string refusalBefore(const Plugin& other) const {
        std::string refused;
        MigratorOptions options;
        options.now = [] { return std::string("2026-11-20 09:00:00+00"); };
        options.failed = [&](const MigrationSet& set, const std::string& reason) {
            refused = set.plugin + ": " + reason;
            return true;
        };
        Migrator(shared().access().owner, options).apply({sets().front(), other.sets().front()});
        return refused;
    }
    void remove(const std::string& name) const { std::filesystem::remove(folder_.path() / name); }
    std::vector<MigrationSet> sets() const { return {{id_, id_, folder_.path()}}; }
    std::size_t apply() const { return migrator().apply(sets()).size(); }
    std::string refusal() const {
        try {
            apply();
        } catch (const std::runtime_error& error) {
            return error.what();
        }
        return {};
    }

private:
    std::string id_;
    ScratchFolder folder_;
};

std::string ask(const std::string& sql, std::optional<std::string_view> company = std::nullopt) {
    Transaction transaction(shared().pool(), company);
    return std::string(transaction.query(sql).text(0, 0));
}

TEST(Migrator, AppliesFilesInOrderOnceAndGrantsTheTables) {
    Plugin plugin("one");
    plugin.file("0002_more.sql", "ALTER TABLE note ADD COLUMN more text;");
    plugin.file("0001_note.sql", "-- svc: phase=expand\n" + std::string(Table));
    plugin.file("readme.txt", "not a migration");
    EXPECT_EQ(plugin.migrator().pending(plugin.sets()).size(), 2U);
    EXPECT_EQ(plugin.apply(), 2U);
    EXPECT_EQ(plugin.apply(), 0U);
    EXPECT_TRUE(plugin.migrator().pending(plugin.sets()).empty());
    Transaction transaction(shared().pool(), SharedCluster::First);
    transaction.send("INSERT INTO one.note (company_id, id, more) VALUES ($1, 1, 'm')",
                     {transaction.company()});
    EXPECT_EQ(transaction.query("SELECT more FROM one.note").text(0, 0), "m");
    EXPECT_EQ(ask("SELECT applied_at FROM svc.migration WHERE plugin = 'one' AND number = 2"),
              "2026-11-20 09:00:00+00");
}

TEST(Migrator, OneThatFailsDoesNotStopTheOthers) {
    Plugin bad("bad");
    bad.file("0001_bad.sql", "CREATE TABL note ();");
    Plugin good("good");
    good.file("0001_note.sql", Table);
    EXPECT_THAT(bad.refusalBefore(good), StartsWith("bad: migration-failed:bad:1: "));
    EXPECT_TRUE(good.migrator().pending(good.sets()).empty());
}

TEST(Migrator, ARehearsalTellsWhatWouldFailAndKeepsNothing) {
    Plugin plugin("rehearsed");
    plugin.file("0001_note.sql", Table);
    EXPECT_TRUE(plugin.migrator().rehearse(plugin.sets()).empty());
    Plugin next("rehearsed_next");
    next.file("0001_note.sql", Table);
    EXPECT_TRUE(plugin.migrator().rehearse({plugin.sets().front(), next.sets().front()}).empty())
        << "what the one before makes is no change of the next";
    plugin.file("0002_bad.sql", "ALTER TABLE note ADD COLUMN id int;");
    const std::vector<std::string> reasons = plugin.migrator().rehearse(plugin.sets());
    ASSERT_EQ(reasons.size(), 1U);
    EXPECT_THAT(reasons.front(), StartsWith("migration-failed:rehearsed:2: "));
    plugin.file("0002_bad.sql", "UPDATE note SET text = 'x';");
    EXPECT_THAT(plugin.migrator().rehearse(plugin.sets()).front(),
                StartsWith("migration-needs-foreach-company:rehearsed:2: "));
    EXPECT_EQ(ask("SELECT to_regclass('rehearsed.note') IS NULL"), "t");
}

TEST(Migrator, AVersionOlderThanTheContractPhaseOfItsSchemaIsRefused) {
    Plugin plugin("older");
    plugin.file("0001_note.sql", Table);
    plugin.file("0002_more.sql", "-- svc: phase=expand\nALTER TABLE note ADD COLUMN more text;");
    plugin.file("0003_less.sql", "-- svc: phase=contract\nALTER TABLE note DROP COLUMN text;");
    EXPECT_EQ(plugin.apply(), 3U);
    plugin.remove("0003_less.sql");
    EXPECT_THAT(plugin.refusal(),
                StartsWith("schema-too-new:older:3: a newer version of older has taken away"));
    plugin.file("0003_less.sql", "-- svc: phase=contract\nALTER TABLE note DROP COLUMN text;");
    plugin.remove("0002_more.sql");
    EXPECT_EQ(plugin.refusal(), "") << "what a newer version has added does no harm";
}

TEST(Migrator, ATableIsDeclaredAsThatOfACompany) {
    constexpr const char* One = "01935000-0000-7000-8000-000000000001";
    constexpr const char* Other = "01935000-0000-7000-8000-000000000002";
    Plugin plugin("declared");
    plugin.file("0001_book.sql", std::string(Table) +
                                     "CREATE TABLE page (company_id uuid NOT NULL, unit uuid, text text);\n"
                                     "SELECT svc.company_table('page', append_only => true);\n"
                                     "SELECT svc.business_unit_table('page', unit => 'unit');\n");
    ASSERT_EQ(plugin.refusal(), "");
    Transaction written(shared().pool(), One);
    written.query("INSERT INTO declared.page VALUES ($1, $1, 'a'), ($1, NULL, 'b')", {One});
    EXPECT_EQ(written.query("UPDATE declared.page SET text = 'c'").affected(), 0U);
    EXPECT_EQ(written.query("DELETE FROM declared.page").affected(), 0U);
    written.commit();
    EXPECT_EQ(ask("SELECT count(*) FROM declared.page", One), "2");
    EXPECT_EQ(ask("SELECT count(*) FROM declared.page", Other), "0");

    Transaction limited(shared().pool(), One);
    limited.query(std::string("SET LOCAL svc.business_units = '{") + One + "}'");
    EXPECT_EQ(limited.query("SELECT string_agg(text, '') FROM declared.page").text(0, 0), "a");

    Plugin open("open");
    open.file("0001_open.sql", "CREATE TABLE page (company_id uuid, text text);\n"
                               "SELECT svc.company_table('page');\n");
    EXPECT_THAT(open.refusal(), HasSubstr("page has no column company_id uuid NOT NULL"));
}

TEST(Migrator, ADryRunChangesNothing) {
    Plugin plugin("dry");
    plugin.file("0001_note.sql", Table);
    EXPECT_EQ(plugin.migrator().pending(plugin.sets()).size(), 1U);
    EXPECT_EQ(ask("SELECT to_regclass('dry.note') IS NULL"), "t");
}

TEST(Migrator, AChangedFileIsRefused) {
    Plugin plugin("changed");
    plugin.file("0001_note.sql", Table);
    plugin.apply();
    plugin.file("0001_note.sql", std::string(Table) + "-- another comment\n");
    EXPECT_THAT(plugin.refusal(), StartsWith("migration-changed:changed:1"));
}

TEST(Migrator, APluginChangesItsOwnSchemaAlone) {
    Plugin neighbour("neighbour");
    neighbour.file("0001_note.sql", std::string(Table) + "CREATE VIEW v1_notes AS SELECT text FROM note;\n"
                                                         "CREATE FUNCTION one() RETURNS int LANGUAGE sql AS "
                                                         "'SELECT 1';\n");
    ASSERT_EQ(neighbour.refusal(), "");
    Plugin plugin("crossing");
    plugin.file("0001_note.sql",
                std::string(Table) +
                    "CREATE TABLE mark (company_id uuid NOT NULL REFERENCES svc.company, id int,"
                    " FOREIGN KEY (company_id, id) REFERENCES neighbour.note);\n"
                    "SELECT svc.company_table('mark');\n"
                    "CREATE VIEW v1_notes AS SELECT text FROM neighbour.v1_notes;");
    ASSERT_EQ(plugin.refusal(), "") << "it refers to what others have";
    for (const auto& [sql, changed] : std::initializer_list<std::pair<const char*, const char*>>{
             {"ALTER TABLE neighbour.note NO FORCE ROW LEVEL SECURITY;", "neighbour.note"},
             {"DROP POLICY company ON neighbour.note;", "neighbour.note"},
             {"-- svc: foreach-company\nUPDATE neighbour.note SET text = 'x';", "neighbour.note"},
             {"DROP VIEW neighbour.v1_notes CASCADE;", "neighbour.v1_notes"},
             {"DROP FUNCTION neighbour.one();", "function neighbour.one()"},
             {"CREATE OR REPLACE FUNCTION neighbour.one() RETURNS int LANGUAGE sql AS 'SELECT 2';",
              "function neighbour.one()"},
             {"CREATE TABLE neighbour.other (id int);", "neighbour.other"},
             {"CREATE FUNCTION own() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';"
              "CREATE TRIGGER spy AFTER INSERT ON neighbour.note FOR EACH ROW EXECUTE FUNCTION own();",
              "trigger spy of neighbour.note"},
             {"CREATE INDEX note_text ON neighbour.note (text);", "neighbour.note"},
             {"DROP SCHEMA neighbour CASCADE;", "neighbour"}}) {
        plugin.file("0002_cross.sql", sql);
        const std::string refused = plugin.refusal();
        EXPECT_THAT(refused, StartsWith("migration-failed:crossing:2: it changes ")) << sql;
        EXPECT_THAT(refused, HasSubstr(std::string(changed))) << sql;
        EXPECT_THAT(refused, HasSubstr(", but may change its own schema alone (crossing)")) << sql;
    }
    plugin.file("0002_cross.sql", "DROP VIEW v1_notes; ALTER TABLE note ADD COLUMN more text;");
    EXPECT_EQ(plugin.refusal(), "");
}

TEST(Migrator, AFailureUndoesItsFileAndKeepsThoseBefore) {
    Plugin plugin("failing");
    plugin.file("0001_note.sql", Table);
    plugin.file("0002_bad.sql", "CREATE TABLE other (a int); SELECT 1 / 0;");
    EXPECT_THAT(plugin.refusal(), StartsWith("migration-failed:failing:2: division by zero"));
    EXPECT_EQ(ask("SELECT to_regclass('failing.note') IS NOT NULL AND to_regclass('failing.other') IS NULL"),
              "t");
    plugin.file("0002_bad.sql", "CREATE TABLE other (a int);");
    EXPECT_EQ(plugin.apply(), 1U);
}

TEST(Migrator, MissingGrantsAreMadeGood) {
    Plugin plugin("grants");
    plugin.file("0001_note.sql", Table);
    plugin.apply();
    Connection(ScratchCluster::optionsFor(shared().access().owner))
        .script("REVOKE ALL ON grants.note FROM svc_app");
    EXPECT_EQ(plugin.apply(), 0U);
    EXPECT_EQ(ask("SELECT count(*) FROM grants.note", SharedCluster::First), "0");
}

TEST(Migrator, APhaseIsAppliedAlone) {
    Plugin plugin("phases");
    plugin.file("0001_note.sql", Table);
    plugin.file("0002_drop.sql", "-- svc: phase=contract\nALTER TABLE note DROP COLUMN text;");
    MigratorOptions options;
    options.now = [] { return std::string("2026-11-20 09:00:00+00"); };
    options.phase = Phase::Expand;
    EXPECT_EQ(Migrator(shared().access().owner, options).apply(plugin.sets()).size(), 1U);
    options.phase = Phase::Contract;
    EXPECT_EQ(Migrator(shared().access().owner, options).apply(plugin.sets()).size(), 1U);
}

TEST(Migrator, AnUnknownHeadLineIsRefused) {
    Plugin plugin("head");
    plugin.file("0001_note.sql", "-- svc: transaction=of\nSELECT 1;");
    EXPECT_THAT(plugin.refusal(), HasSubstr("transaction=of'; expected"));
}

// A plugin whose three files were applied; then file 1 stands for the files 1 and 2, and file 3 is as before.
class Replaced : public Plugin {
public:
    static constexpr const char* More = "ALTER TABLE note ADD COLUMN more text;";

    explicit Replaced(const std::string& id) : Plugin(id) {
        file("0001_note.sql", Table);
        file("0002_more.sql", More);
        file("0003_other.sql", "CREATE TABLE other (a int);");
    }
    static std::string line(int number, const std::string& sql) {
        return "-- svc: replaces=" + std::to_string(number) + ":" + sha256Hex(sql) + "\n";
    }
    void squash() {
        remove("0002_more.sql");
        file("0001_note.sql", line(1, Table) + line(2, More) + Table + More);
    }
    std::string book() const {
        return ask("SELECT string_agg(m::text, ' ' ORDER BY number) FROM svc.migration m WHERE plugin = '" +
                   sets().front().plugin + "'");
    }
    std::vector<int> waiting() const {
        std::vector<int> numbers;
        for (const PendingMigration& file : migrator().pending(sets()))
            numbers.push_back(file.number);
        return numbers;
    }
};

TEST(Migrator, FilesThatReplaceAppliedOnesCountAsApplied) {
    Replaced plugin("replaced");
    ASSERT_EQ(plugin.apply(), 3U);
    const std::string book = plugin.book();
    plugin.squash();
    EXPECT_TRUE(plugin.waiting().empty());
    EXPECT_TRUE(plugin.migrator().rehearse(plugin.sets()).empty());
    EXPECT_EQ(plugin.apply(), 0U);
    EXPECT_EQ(plugin.book(), book) << "the version before must still find its own files";
    plugin.file("0004_next.sql", "ALTER TABLE other ADD COLUMN b int;");
    EXPECT_EQ(plugin.waiting(), std::vector<int>{4});
    EXPECT_EQ(plugin.apply(), 1U);
    Replaced before("replaced");
    EXPECT_EQ(before.refusal(), "") << "what a newer version has added does no harm";
    plugin.file("0003_other.sql", "CREATE TABLE another (a int);");
    EXPECT_THAT(plugin.refusal(), StartsWith("migration-changed:replaced:3"));
}

TEST(Migrator, ANewDatabaseGetsTheFilesThatReplaceOthers) {
    Replaced plugin("squashed");
    plugin.squash();
    EXPECT_EQ(plugin.waiting(), (std::vector<int>{1, 3}));
    EXPECT_EQ(plugin.apply(), 2U);
    EXPECT_EQ(plugin.apply(), 0U);
    EXPECT_EQ(ask("SELECT count(more) FROM squashed.note", SharedCluster::First), "0");
    Replaced before("squashed");
    EXPECT_THAT(before.refusal(), StartsWith("migration-changed:squashed:1"));
    plugin.file("0001_note.sql", Replaced::line(1, Table) + Table + Replaced::More);
    EXPECT_THAT(plugin.refusal(), StartsWith("migration-changed:squashed:1"));
}

TEST(Migrator, ADatabaseFromBetweenTwoVersionsIsRefused) {
    Replaced plugin("between");
    plugin.remove("0002_more.sql");
    plugin.remove("0003_other.sql");
    ASSERT_EQ(plugin.apply(), 1U);
    const std::string book = plugin.book();
    plugin.squash();
    const std::string expected = "migration-changed:between:2: note.sql stands for migrations of earlier "
                                 "versions, of which some are applied and some are not (2): migrate with the "
                                 "version before this one first";
    EXPECT_EQ(plugin.refusal(), expected);
    EXPECT_EQ(plugin.migrator().rehearse(plugin.sets()), std::vector<std::string>{expected});
    EXPECT_THROW(plugin.waiting(), std::runtime_error);
    EXPECT_EQ(plugin.book(), book);
    plugin.file("0001_note.sql", Table);
    plugin.file("0002_more.sql", Replaced::More);
    ASSERT_EQ(plugin.apply(), 1U);
    plugin.squash();
    EXPECT_EQ(plugin.waiting(), std::vector<int>{});
}

TEST(Migrator, AReplacedFileThatHadAnotherContentIsMissing) {
    Replaced plugin("content");
    ASSERT_EQ(plugin.apply(), 3U);
    plugin.remove("0002_more.sql");
    plugin.file("0001_note.sql", Replaced::line(1, Table) + Replaced::line(2, "SELECT 1") + Table);
    EXPECT_THAT(plugin.refusal(), StartsWith("migration-changed:content:2: "));
}

TEST(Migrator, ContractionsThatAreReplacedAreNotTooNew) {
    const std::string less = "-- svc: phase=contract\nALTER TABLE note DROP COLUMN text;";
    Plugin plugin("shrunk");
    plugin.file("0001_note.sql", Table);
    plugin.file("0002_less.sql", less);
    ASSERT_EQ(plugin.apply(), 2U);
    plugin.remove("0002_less.sql");
    plugin.file("0001_note.sql",
                Replaced::line(1, Table) + Replaced::line(2, less) + "CREATE TABLE note (id int);");
    EXPECT_EQ(plugin.refusal(), "");
    plugin.file("0003_less.sql", "-- svc: phase=contract\nALTER TABLE note DROP COLUMN id;");
    EXPECT_EQ(plugin.apply(), 1U);
    plugin.remove("0003_less.sql");
    EXPECT_THAT(plugin.refusal(), StartsWith("schema-too-new:shrunk:3: "));
}

TEST(Migrator, TheNumberOfAReplacedFileIsNotUsedAgain) {
    Replaced plugin("reused");
    plugin.squash();
    plugin.file("0002_new.sql", "CREATE TABLE third (a int);");
    EXPECT_THAT(plugin.refusal(), MatchesRegex(".*/0002_new.sql:1: found the number 2, which is replaced by "
                                               ".*/0001_note.sql:2; expected a number above 2"));
    plugin.remove("0002_new.sql");
    plugin.file("0004_new.sql", "-- svc: phase=expand\n" + Replaced::line(2, "SELECT 1") + "SELECT 1;");
    EXPECT_THAT(plugin.refusal(), MatchesRegex(".*/0004_new.sql:2: found replaces=2:.*, expected the "
                                               "checksum .*, as .*/0001_note.sql:2 has it"));
}

TEST(Migrator, ALineThatReplacesNamesANumberAndAChecksum) {
    const std::string checksum(64, 'a');
    Plugin plugin("lines");
    for (const std::string& value :
         {std::string("2"), ":" + checksum, "2:" + checksum + "a", "2:" + checksum.substr(1),
          "2:" + std::string(64, 'A'), "12345:" + checksum, "x:" + checksum, std::string("2:")}) {
        plugin.file("0001_note.sql", "-- svc: phase=expand\n-- svc: replaces=" + value + "\nSELECT 1;");
        EXPECT_THAT(plugin.refusal(),
                    HasSubstr("/0001_note.sql:2: found the line '-- svc: replaces=" + value + "'; expected "))
            << value;
    }
}

TEST(Migrator, TwoFilesOfOneNumberAreRefused) {
    Plugin plugin("twice");
    plugin.file("0001_a.sql", "SELECT 1;");
    plugin.file("0001_b.sql", "SELECT 1;");
    EXPECT_THAT(plugin.refusal(), HasSubstr("have the number 1"));
}

TEST(Migrator, ADataChangeRunsCompanyByCompany) {
    Plugin plugin("data");
    plugin.file("0001_note.sql", Table);
    plugin.apply();
    for (const char* company : {SharedCluster::First, SharedCluster::Second}) {
        Transaction transaction(shared().pool(), company);
        transaction.send("INSERT INTO data.note VALUES ($1, 1, 'old')", {company});
        transaction.commit();
    }
    plugin.file("0002_change.sql", "UPDATE note SET text = 'new';");
    EXPECT_THAT(plugin.refusal(), StartsWith("migration-needs-foreach-company:data:2"));
    plugin.file("0002_change.sql",
                "/* quoted; */ INSERT INTO data.note SELECT company_id, id + 1, text FROM note;");
    EXPECT_THAT(plugin.refusal(), StartsWith("migration-needs-foreach-company:data:2"));
    plugin.file("0002_change.sql", "-- svc: foreach-company\nUPDATE note SET text = 'new';");
    EXPECT_EQ(plugin.apply(), 1U);
    for (const char* company : {SharedCluster::First, SharedCluster::Second})
        EXPECT_EQ(ask("SELECT text FROM data.note", company), "new");
    EXPECT_EQ(ask("SELECT count(*) FROM svc.migration_progress"), "0");
}

TEST(Migrator, AStoppedDataChangeGoesOnWhereItStopped) {
    Plugin plugin("resume");
    plugin.file("0001_note.sql", Table);
    plugin.apply();
    for (const char* company : {SharedCluster::First, SharedCluster::Second}) {
        Transaction transaction(shared().pool(), company);
        transaction.send("INSERT INTO resume.note VALUES ($1, 1, $2)",
                         {company, company == SharedCluster::Second ? "x" : "1"});
        transaction.commit();
    }
    // Fails for the second company; the retry runs only for that one, so the first is not counted twice.
    plugin.file("0002_change.sql", "-- svc: foreach-company\nUPDATE note SET text = (text::int + 1)::text;");
    EXPECT_THAT(plugin.refusal(), StartsWith("migration-failed:resume:2"));
    EXPECT_EQ(ask("SELECT text FROM resume.note", SharedCluster::First), "2");
    Transaction repair(shared().pool(), SharedCluster::Second);
    repair.send("UPDATE resume.note SET text = '5'");
    repair.commit();
    EXPECT_EQ(plugin.apply(), 1U);
    EXPECT_EQ(ask("SELECT text FROM resume.note", SharedCluster::First), "2");
    EXPECT_EQ(ask("SELECT text FROM resume.note", SharedCluster::Second), "6");
}

TEST(Migrator, AnIndexIsMadeWithoutTransaction) {
    Plugin plugin("concurrent");
    plugin.file("0001_note.sql", Table);
    plugin.file("0002_index.sql",
                "-- svc: transaction=off\nCREATE INDEX CONCURRENTLY note_text ON note (company_id, text);");
    EXPECT_EQ(plugin.apply(), 2U);
    EXPECT_EQ(ask("SELECT indisvalid FROM pg_index WHERE indexrelid = 'concurrent.note_text'::regclass"),
              "t");
    plugin.file("0003_two.sql", "-- svc: transaction=off\nSELECT 1; SELECT 2;");
    EXPECT_THAT(plugin.refusal(), HasSubstr("exactly one statement"));
}

TEST(Migrator, AMigrationGivesUpOnALockAndNamesWhoHoldsIt) {
    Plugin plugin("locked");
    plugin.file("0001_note.sql", Table);
    plugin.apply();
    Transaction reader(shared().pool(), SharedCluster::First);
    reader.query("SELECT text AS held_by_this FROM locked.note");
    plugin.file("0002_more.sql", "ALTER TABLE note ADD COLUMN more text;");
    const std::string text = plugin.refusal();
    EXPECT_THAT(text, StartsWith("migration-failed:locked:2: no lock after 2 attempts"));
    EXPECT_THAT(text, HasSubstr("held_by_this"));
}

TEST(Migrator, TwoHostsDoNotMigrateAtOnce) {
    Plugin plugin("race");
    plugin.file("0001_note.sql", Table);
    std::size_t applied[2] = {9, 9};
    std::thread other([&] { applied[1] = plugin.apply(); });
    applied[0] = plugin.apply();
    other.join();
    EXPECT_EQ(applied[0] + applied[1], 1U);
}

TEST(Migrator, ItsSearchPathIsTheSchemaOfThePlugin) {
    Plugin plugin("path");
    plugin.file("0001_path.sql", "CREATE TABLE shown AS SELECT current_setting('search_path') AS path;");
    plugin.apply();
    EXPECT_EQ(ask("SELECT path FROM path.shown"), "path, pg_temp");
}

TEST(SplitStatements, UnderstandsQuotesAndComments) {
    EXPECT_EQ(
        splitStatements("SELECT ';'; -- a; b\nSELECT \";\" /* ; /* ; */ ; */ ; SELECT $a$;$a$, E'\\';';;"),
        (std::vector<std::string>{"SELECT ';'", "SELECT \";\"", "SELECT $a$;$a$, E'\\';'"}));
    EXPECT_TRUE(splitStatements(" -- nothing\n;; ").empty());
}

} // namespace
} // namespace svc::host::db::testing
