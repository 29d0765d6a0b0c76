#include "host/db/list_installer.hpp"
#include "host/db/migration_file.hpp"
#include "host/db/partitions.hpp"
#include "host/db/tests/shared_cluster.hpp"
#include "host/db/transaction.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <svc/date.hpp>

namespace svc::host::db::testing {
namespace {

const ::testing::Environment* const environment = ::testing::AddGlobalTestEnvironment(new SharedCluster);

Connection superuser() {
    return Connection(ScratchCluster::optionsFor(shared().superuser()));
}

Connection owner() {
    return Connection(ScratchCluster::optionsFor(shared().access().owner));
}

std::string listed(const Rows& rows) {
    std::string text;
    for (std::size_t i = 0; i < rows.count(); ++i)
        text += std::string(rows.text(i, 0)) + " ";
    return text;
}

constexpr std::int64_t MicrosPerDay = 86'400'000'000;

std::int64_t noonOf(const char* day) {
    return Date::parse(day)->days() * MicrosPerDay + MicrosPerDay / 2;
}

TEST(Schema, EveryCompanyTableForcesRowLevelSecurity) {
    Connection connection = superuser();
    EXPECT_EQ(listed(connection.query("SELECT c.oid::regclass::text FROM pg_class c JOIN pg_namespace n ON "
                                      "n.oid = c.relnamespace WHERE "
                                      "n.nspname = 'svc' AND c.relkind IN ('r', 'p') AND EXISTS (SELECT FROM "
                                      "pg_attribute a WHERE a.attrelid "
                                      "= c.oid AND a.attname = 'company_id') AND NOT (c.relrowsecurity AND "
                                      "c.relforcerowsecurity AND EXISTS "
                                      "(SELECT FROM pg_policy p WHERE p.polrelid = c.oid))")),
              "");
}

TEST(Schema, EveryKeyOfACompanyTableBeginsWithTheCompany) {
    Connection connection = superuser();
    EXPECT_EQ(listed(connection.query(
                  "WITH tables AS (SELECT c.oid, a.attnum FROM pg_class c JOIN pg_namespace n ON n.oid = "
                  "c.relnamespace JOIN "
                  "pg_attribute a ON a.attrelid = c.oid AND a.attname = 'company_id' WHERE n.nspname = 'svc' "
                  "AND c.relkind IN "
                  "('r', 'p') AND coalesce(obj_description(c.oid, 'pg_class'), '') NOT LIKE 'directory:%') "
                  "SELECT i.indexrelid::regclass::text FROM pg_index i JOIN tables t ON t.oid = i.indrelid "
                  "WHERE i.indisunique "
                  "AND i.indkey[0] <> t.attnum UNION ALL SELECT k.conname FROM pg_constraint k JOIN tables t "
                  "ON t.oid = "
                  "k.conrelid WHERE k.contype = 'f' AND k.conkey[1] <> t.attnum")),
              "");
}

TEST(Schema, NoDefaultAsksTheDatabaseForTheTime) {
    Connection connection = superuser();
    EXPECT_EQ(listed(connection.query(
                  "SELECT d.adrelid::regclass::text FROM pg_attrdef d JOIN pg_class c ON c.oid = "
                  "d.adrelid JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = 'svc' "
                  "AND pg_get_expr(d.adbin, d.adrelid) ~* 'now|current_|timestamp'")),
              "");
}

TEST(Lists, WordsInTheDatabaseAreThoseOfTheCode) {
    installLists(shared().access().owner, {}, {}, [](const std::string&) {});
    Connection connection = owner();
    for (const char* text :
         {"Hôtel Œuvré, l'été", "INV-2026-000123 (50% off_peak)", "Straße ÆØÅ Ĳssel ẞ", "", "  ..a.b-C  ",
          "ΑΘΗΝΑ Москва Ёлка", "Ελλάδα ΜΟΥΣΙΚΗΣ Ἑλλάς", "Việt Nguyễn Ṣàngó ƆBƐ", "ՀԱՅԱՍՏԱՆ Երևան ҚАЗАҚ",
          "e\xCC\x81te\xCC\x81 日本語、東京", "«Grand»\u2014Café\tx"}) {
        std::vector<std::string> expected = documentWords(text);
        addNumber(expected, "INV-2026-000123");
        std::sort(expected.begin(), expected.end());
        std::vector<std::string> found;
        const Rows rows = connection.query(
            "SELECT w FROM unnest(svc.list_words($1, 'INV-2026-000123')) AS w ORDER BY w COLLATE \"C\"",
            {text});
        for (std::size_t i = 0; i < rows.count(); ++i)
            found.emplace_back(rows.text(i, 0));
        EXPECT_EQ(found, expected) << text;
    }
}

/// A table of notes in a new schema, with a list that is searched by their labels.
ListDeclaration searchedNotes(Connection& connection, const std::string& schema) {
    const std::string table = schema + ".note";
    connection.script("CREATE SCHEMA " + schema + "; CREATE TABLE " + table +
                      " (company_id uuid, id uuid, label text); ALTER TABLE " + table +
                      " ENABLE ROW LEVEL SECURITY; ALTER TABLE " + table +
                      " FORCE ROW LEVEL SECURITY; CREATE POLICY company ON " + table +
                      " USING (company_id = current_setting('svc.company')::uuid)");
    ListDeclaration list;
    list.name = table;
    list.table = table;
    list.words = "r.label";
    list.wordColumns = {"r.label"};
    return list;
}

TEST(Lists, WordsThatWereFoldedOtherwiseAreNotedAgain) {
    Connection connection = owner();
    const ListDeclaration list = searchedNotes(connection, "folds");
    std::vector<std::string> installed;
    const auto install = [&] {
        installed.clear();
        installLists(shared().access().owner, {"folds"}, {list},
                     [&](const std::string& sentence) { installed.push_back(sentence); });
    };
    install();
    EXPECT_EQ(installed.size(), 1U);
    install();
    EXPECT_TRUE(installed.empty());
    // Restores the checksum of an older version, which did not include the words.
    const ListTriggers triggers(list);
    connection.query("UPDATE svc.list SET checksum = $1 WHERE name = 'folds.note'",
                     {sha256Hex(triggers.script() + triggers.noteAll())});
    install();
    EXPECT_EQ(installed.size(), 1U);
    connection.script("DROP SCHEMA folds CASCADE");
}

TEST(Lists, OneThatIsDeclaredNoMoreIsNotedNoMore) {
    Connection connection = owner();
    const ListDeclaration list = searchedNotes(connection, "notes");
    connection.script("SET svc.company = '01935000-0000-7000-8000-000000000001'");
    const auto install = [](const std::vector<ListDeclaration>& lists) {
        installLists(shared().access().owner, {"notes"}, lists, [](const std::string&) {});
    };
    const auto noted = [&] {
        connection.script("INSERT INTO notes.note VALUES (current_setting('svc.company')::uuid, "
                          "gen_random_uuid(), 'milk')");
        return std::string(
            superuser().query("SELECT count(*) FROM svc.list_change WHERE list = 'notes.note'").text(0, 0));
    };
    install({list});
    EXPECT_EQ(noted(), "1");
    install({});
    EXPECT_EQ(noted(), "0");
    EXPECT_TRUE(connection.query("SELECT FROM svc.list WHERE name = 'notes.note'").empty());
    install({list});
    EXPECT_EQ(noted(), "3"); // existing records are noted again
    connection.script("DROP SCHEMA notes CASCADE");
}

TEST(Lists, AWrongOneIsToldAndTheOthersAreCounted) {
    Connection connection = owner();
    connection.script("CREATE SCHEMA notes;"
                      "CREATE TABLE notes.note (company_id uuid, id uuid, label text, size integer)");
    ListDeclaration good;
    good.name = "notes.good";
    good.table = "notes.note";
    good.filters = {"r.label"};
    good.totals = {"r.size"};
    const auto saidOf = [&](const std::function<void(ListDeclaration&)>& change) {
        ListDeclaration wrong = good;
        wrong.name = "notes.wrong";
        change(wrong);
        std::string said;
        installLists(
            shared().access().owner, {"notes"}, {wrong, good}, [](const std::string&) {},
            [&](const ListDeclaration& list, const std::string& reason) {
                said = list.name + ": " + reason;
            });
        EXPECT_TRUE(connection.query("SELECT FROM svc.list WHERE name = 'notes.wrong'").empty());
        EXPECT_FALSE(connection.query("SELECT FROM svc.list WHERE name = 'notes.good'").empty());
        return said;
    };
    EXPECT_EQ(saidOf([](auto& list) { list.table = "notes.nope"; }),
              "notes.wrong: relation \"notes.nope\" does not exist");
    EXPECT_EQ(saidOf([](auto& list) { list.filters = {"r.nope"}; }),
              "notes.wrong: column r.nope does not exist");
    EXPECT_EQ(saidOf([](auto& list) {
                  list.words = "r.label)";
                  list.wordColumns = {"r.label"};
              }),
              "notes.wrong: syntax error at or near \")\"");
    EXPECT_NE(saidOf([](auto& list) { list.totals = {"r.label"}; }).find("text"), std::string::npos);
    EXPECT_NE(saidOf([](auto& list) { list.date = "r.label"; }).find("text"), std::string::npos);
    connection.script("DROP SCHEMA notes CASCADE; DELETE FROM svc.list WHERE name LIKE 'notes.%'");
}

TEST(Partitions, AreMadeAheadWithThePoliciesOfTheirTable) {
    Connection connection = owner();
    for (const DayPartitioned& table : hostPartitions()) {
        const PartitionUpkeep first = keepPartitions(connection, table, noonOf("2026-11-20"), 3);
        ASSERT_EQ(first.created.size(), 5U);
        EXPECT_EQ(first.created.front(), table.table + "_p20261119");
        EXPECT_EQ(first.created.back(), table.table + "_p20261123");
        EXPECT_TRUE(keepPartitions(connection, table, noonOf("2026-11-20"), 3).created.empty());
        const Rows policies = connection.query("SELECT (SELECT count(*) FROM pg_policy p WHERE p.polrelid = "
                                               "c.oid), c.relforcerowsecurity FROM pg_class c "
                                               "WHERE c.oid = to_regclass($1)",
                                               {"svc." + first.created.front()});
        EXPECT_EQ(policies.text(0, 0), "1");
        EXPECT_EQ(policies.text(0, 1), "t");
    }
}

TEST(Partitions, RowsOfADayWithoutPartitionAreKeptAndMovedLater) {
    Transaction writer(shared().pool(), SharedCluster::First);
    writer.send(
        "INSERT INTO svc.event (company_id, number, position, type, object, object_id, created_at, data) "
        "VALUES ($1, nextval('svc.event_number'), 1, 't', 'o', 'x', '2027-01-05 10:00:00+00', '{}')",
        {writer.company()});
    writer.commit();
    const auto place = [] {
        Transaction reader(shared().pool(), SharedCluster::First);
        return std::string(
            reader.query("SELECT tableoid::regclass FROM svc.event WHERE position = 1").text(0, 0));
    };
    EXPECT_EQ(place(), "svc.event_default");
    Connection connection = owner();
    keepPartitions(connection, hostPartitions()[0], noonOf("2027-01-05"), 1);
    EXPECT_EQ(place(), "svc.event_p20270105");
}

TEST(Partitions, ARowThatMeetsANewOneIsWrittenAgain) {
    Connection connection = owner();
    const auto wayOf = [](const char* table) {
        Transaction writer(shared().pool(), SharedCluster::First);
        writer.query(std::string("INSERT INTO svc.") + table +
                         " (company_id, number, position, type, object, object_id, created_at, data)"
                         " VALUES ($1, nextval('svc.event_number'), 2, 't', 'o', 'x',"
                         " '2027-09-05 10:00:00+00', '{}')",
                     {writer.company()});
    };
    EXPECT_EQ(makePartitions(connection, hostPartitions()[0], noonOf("2027-09-05"), 0),
              (std::vector<std::string>{"event_p20270904", "event_p20270905"}));
    try {
        wayOf("event_default"); // routed before the partition existed
        FAIL() << "the row is in two partitions";
    } catch (const Error& error) {
        EXPECT_EQ(error.sqlState(), "23514");
        EXPECT_TRUE(error.retryable()) << error.what();
    }
    EXPECT_NO_THROW(wayOf("event"));
}

TEST(Partitions, OldOnesAreDropped) {
    Connection connection = owner();
    const DayPartitioned table = hostPartitions()[1];
    keepPartitions(connection, table, noonOf("2027-03-01"), 0);
    const PartitionUpkeep later = keepPartitions(connection, table, noonOf("2027-03-03"), 0);
    // Kept two days: rows written at any hour of the first of March still exist on the third.
    EXPECT_EQ(std::count(later.dropped.begin(), later.dropped.end(), "idempotency_p20270228"), 1);
    EXPECT_EQ(std::count(later.dropped.begin(), later.dropped.end(), "idempotency_p20270301"), 0);
}

TEST(Partitions, OfDeliveriesThatAreStillToBeSentAreKept) {
    const auto inQueue = [](const std::string& sql) {
        Transaction writer(shared().pool(), SharedCluster::First);
        writer.send(sql, {writer.company()});
        writer.commit();
    };
    Connection connection = owner();
    const DayPartitioned table = hostPartitions()[3];
    ASSERT_EQ(table.table, "webhook_delivery");
    keepPartitions(connection, table, noonOf("2027-06-01"), 0);
    inQueue(
        "INSERT INTO svc.webhook_due (company_id, webhook_id, delivery_id, created_at, position, object_id,"
        " due_at) VALUES ($1, gen_random_uuid(), gen_random_uuid(), '2027-06-01 10:00:00+00', 1, 'x',"
        " '2027-06-01 10:00:00+00')");
    const auto dropsTheDay = [&] {
        const std::vector<std::string> gone =
            keepPartitions(connection, table, noonOf("2027-08-01"), 0).dropped;
        return std::count(gone.begin(), gone.end(), "webhook_delivery_p20270601") == 1;
    };
    EXPECT_FALSE(dropsTheDay());
    inQueue("DELETE FROM svc.webhook_due WHERE company_id = $1");
    EXPECT_TRUE(dropsTheDay());
}

TEST(Partitions, TheApplicationMayNotMakeThem) {
    Connection app(ScratchCluster::optionsFor(shared().access().app));
    EXPECT_THROW(keepPartitions(app, hostPartitions()[0], noonOf("2028-01-01"), 0), Error);
}

} // namespace
} // namespace svc::host::db::testing
