// Imports of many records: their cost, what other requests see of them, and whether others can write
// meanwhile.
#include <chrono>
#include <future>
#include <memory>
#include <string>
#include <thread>

#include <svc/id.hpp>

#include "host/db/connection.hpp"
#include "host/db/embedded.hpp"
#include "support/checks.hpp"

namespace svc::test {
namespace {

class LargeImports : public ::testing::Test {
protected:
    explicit LargeImports(RunningService& its = sharedService()) : service(its) {}

    RunningService& service;
    HttpClient client = service.client(makeFullKey(service));
    const std::string tag = unique("large");

    Answer import(HttpClient& by, const std::string& kind, const std::string& csv) const {
        return by.send("POST", service.company("/imports/" + kind), csv,
                       {{"Content-Type", "text/csv"}, {"X-Request-Id", tag}});
    }
    std::string one(const std::string& sql) const { return service.sql(sql).at(0); }
    std::string externalId(int row) const { return tag + '-' + std::to_string(row); }
    /// A connection as the owner of all tables, bound to the demonstration company.
    std::unique_ptr<host::db::Connection> owner() const {
        host::db::ConnectionOptions options;
        options.login = host::db::EmbeddedServer::attach(service.dataFolder())->owner;
        auto connection = std::make_unique<host::db::Connection>(options);
        connection->script("SET svc.company = '" + decodeId("com", service.value("companyId"))->toString() +
                           '\'');
        return connection;
    }
    /// Waits until the journal contains the events of large transactions.
    void journalIsWritten() const {
        while (one("SELECT count(*) FROM svc.event_waiting") != "0") {
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
        }
    }
};

struct OwnService {
    RunningService own;
};
/// The server counts the reads of idle connections up to ten seconds late, so those of other tests would be
/// counted, too.
class CountedImports : OwnService, public LargeImports {
protected:
    CountedImports() : LargeImports(own) {}
};

TEST_F(LargeImports, WriteTheirPartnersByTheFiveHundred) {
    constexpr int Rows = 3000;
    std::string csv = "name,externalId,tags,address.city\n";
    for (int i = 0; i < Rows; ++i) {
        csv += "Partner " + std::to_string(i) + ',' + externalId(i) + ',' + tag + ",Lille\n";
    }
    EXPECT_EQ(import(client, "partners", csv).json,
              Json::parse(R"({"created":3000,"updated":0,"skipped":0,"errors":[]})"));
    const Answer later = client.post(service.company("/partners"), Json::object({{"name", tag}}));
    ASSERT_TRUE(hasStatus(later, 201));

    for (const std::string& table :
         {"partners.partner r WHERE r.external_id LIKE '" + tag + "-%'",
          "partners.tag r WHERE r.tag = '" + tag + "'", "svc.history r WHERE r.request_id = '" + tag + "'"}) {
        EXPECT_EQ(one("SELECT count(*) || ' in ' || count(DISTINCT r.cmin::text) FROM " + table), "3000 in 6")
            << table;
    }
    journalIsWritten();
    EXPECT_EQ(one("SELECT count(*) || ' ' || max(position) - min(position) + 1 FROM svc.event WHERE "
                  "request_id = '" +
                  tag + "'"),
              "3000 3000");
    EXPECT_EQ(one("SELECT count(*) FROM svc.event WHERE object_id = '" + later.json.textOr("id") +
                  "' AND position > (SELECT max(position) FROM svc.event WHERE request_id = '" + tag + "')"),
              "1");
    EXPECT_EQ(import(client, "partners", csv).json,
              Json::parse(R"({"created":0,"updated":0,"skipped":3000,"errors":[]})"));
}

TEST_F(LargeImports, WriteTheirItemsByTheFiveHundred) {
    std::string csv = "name,sku,price,alertThreshold,attributes.size,parentId\n";
    for (int i = 0; i < 1500; ++i) {
        csv += "Item " + std::to_string(i) + ',' + externalId(i) + ",12.50," + (i == 7 ? "3" : "") + ",,\n";
    }
    EXPECT_EQ(import(client, "items", csv).json,
              Json::parse(R"({"created":1500,"updated":0,"skipped":0,"errors":[]})"));
    EXPECT_EQ(one("SELECT count(*) || ' in ' || count(DISTINCT i.cmin::text) || ', low ' || count(*) FILTER "
                  "(WHERE i.low) FROM stock.item i WHERE i.sku LIKE '" +
                  tag + "-%'"),
              "1500 in 3, low 1");
    EXPECT_EQ(import(client, "items", csv).json,
              Json::parse(R"({"created":0,"updated":0,"skipped":1500,"errors":[]})"));
}

TEST_F(CountedImports, ReadNoMoreForARowWhenThereAreMany) {
    constexpr std::int64_t Rows = 4000;
    // Updates the statistics, so that the planner sees the tables as small as they are now.
    owner()->script("ANALYZE stock.item, stock.item_cost, partners.partner, partners.balance");
    const auto rowsRead = [&] {
        return std::stoll(one("SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) FROM pg_stat_user_tables"
                              " WHERE schemaname IN ('stock', 'partners')"));
    };
    std::string csv = "name,externalId\n";
    for (int i = 0; i < Rows; ++i) {
        csv += "Record," + externalId(i) + '\n';
    }
    for (const char* kind : {"partners", "items"}) {
        const std::int64_t before = rowsRead();
        ASSERT_TRUE(hasStatus(import(client, kind, csv), 200));
        EXPECT_LT(rowsRead() - before, 100 * Rows) << kind;
    }
}

TEST_F(LargeImports, ARowChangesWhatOneBeforeItMade) {
    const std::string id = externalId(1);
    EXPECT_EQ(import(client, "partners",
                     "name,externalId,email\nOne," + id + ",\nTwo,,a@b.example\nOne more," + id +
                         ",one@b.example\n")
                  .json.dump(),
              R"({"created":2,"updated":1,"skipped":0,"errors":[]})");
    const Answer found = client.get(service.company("/partners?externalId=" + id));
    EXPECT_EQ(found.json[0]["name"].text(), "One more");
    EXPECT_EQ(found.json[0]["version"].integer(), 2);
}

TEST_F(LargeImports, OnlyARowThatCreatesNeedsAName) {
    const std::string first = externalId(1);
    const std::string vat = "FR32123456789";
    ASSERT_TRUE(
        hasStatus(import(client, "partners",
                         "name,externalId,country,vatNumber\nOne," + first + ",FR,\nTwo,,FR," + vat + '\n'),
                  200));
    EXPECT_EQ(import(client, "partners",
                     "externalId,vatNumber,email\n" + first + ",,one@b.example\n," + vat + ",two@b.example\n")
                  .json.dump(),
              R"({"created":0,"updated":2,"skipped":0,"errors":[]})");
    const Json found = client.get(service.company("/partners?externalId=" + first)).json[0];
    EXPECT_EQ(found["name"].text(), "One");
    EXPECT_EQ(found["email"].text(), "one@b.example");
    EXPECT_EQ(import(client, "partners", "name,externalId\n," + first + '\n').json["skipped"].integer(), 1);
    // The error names the first invalid line, whichever check rejects it.
    EXPECT_TRUE(
        isRefusal(import(client, "partners", "name,externalId,country\n," + externalId(2) + ",\nx,,France\n"),
                  400, "import-invalid:2:name"));
}

TEST_F(LargeImports, TellHowFarTheyAreAndLetOthersWrite) {
    ASSERT_TRUE(hasStatus(client.post(service.company("/partners"),
                                      Json::object({{"name", tag}, {"externalId", externalId(0)}})),
                          201));
    std::string csv = "name,externalId\n";
    for (int i = 1; i < 1200; ++i) {
        csv += "Partner,held-" + externalId(i) + '\n';
    }
    csv += "Held," + externalId(0) + '\n';
    // The import waits at its last rows for a partner that another transaction has locked.
    const auto holder = owner();
    holder->script("BEGIN");
    holder->query("SELECT FROM partners.partner WHERE external_id = $1 FOR UPDATE", {externalId(0)});
    HttpClient importer = service.client(makeFullKey(service));
    std::future<Answer> imported =
        std::async(std::launch::async, [&] { return import(importer, "partners", csv); });

    Json seen;
    while (imported.wait_for(std::chrono::milliseconds(50)) != std::future_status::ready) {
        const Answer runs = client.get(service.company("/imports?limit=1"));
        ASSERT_TRUE(hasStatus(runs, 200));
        if (runs.json.size() == 1 && runs.json[0].textOr("requestId") == tag &&
            runs.json[0]["rows"].integer() == 1200) {
            seen = runs.json[0];
            break;
        }
    }
    EXPECT_EQ(seen.textOr("status"), "running") << seen.dump();
    EXPECT_GT(seen["progress"]["done"].integer(), 0);
    EXPECT_LT(seen["progress"]["done"].integer(), seen["progress"]["total"].integer());
    EXPECT_TRUE(seen["finishedAt"].isNull());
    // Another write of the company, and another import, are possible meanwhile.
    EXPECT_TRUE(
        hasStatus(client.post(service.company("/partners"), Json::object({{"name", "Meanwhile"}})), 201));
    EXPECT_TRUE(hasStatus(import(client, "partners", "name\nMeanwhile too\n"), 200));
    EXPECT_EQ(imported.wait_for(std::chrono::seconds(0)), std::future_status::timeout);

    holder->script("ROLLBACK");
    EXPECT_TRUE(hasStatus(imported.get(), 200));
    const Json ended = client.get(service.company("/imports?limit=2")).json[1];
    EXPECT_EQ(ended.textOr("id"), seen.textOr("id"));
    EXPECT_EQ(ended.textOr("status"), "succeeded");
    EXPECT_EQ(ended["progress"]["done"].integer(), ended["progress"]["total"].integer());
}

TEST_F(LargeImports, OneThatIsRefusedIsAmongTheLastWithItsCode) {
    EXPECT_TRUE(
        isRefusal(import(client, "partners", "name,country\nx,FR\n,FR\n"), 400, "import-invalid:3:name"));
    Json last;
    while (last.textOr("error").empty()) {
        last = client.get(service.company("/imports?limit=1")).json[0];
    }
    EXPECT_EQ(last.textOr("status"), "failed");
    EXPECT_EQ(last.textOr("error"), "import-invalid:3:name");
    EXPECT_EQ(last.textOr("requestId"), tag);
}

} // namespace
} // namespace svc::test
