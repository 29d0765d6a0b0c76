// Lists of documents searched for a word that thousands of them have: order, limits, number and sums of the
// matches.
#include <chrono>
#include <thread>

#include <libpq-fe.h>

#include <gmock/gmock.h>

#include <svc/id.hpp>

#include "api/business/desk.hpp"
#include "host/db/embedded.hpp"

namespace svc::test {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;

constexpr int Copies = 800; ///< of each of three documents: more than a search collects from the index
constexpr int OfOne = Copies + 1;
constexpr int All = 3 * OfOne;

/// Copies records with SQL, unchanged except id and number, because creating them through the service would
/// take minutes.
class Copier {
public:
    Copier(const RunningService& service, const std::string& company)
        : connection_(
              PQconnectdb(
                  host::db::EmbeddedServer::attach(service.dataFolder())->owner.connectionString.c_str()),
              &PQfinish),
          company_(decodeId("com", company)->toString()) {
        run("SET svc.company = '" + company_ + '\'');
    }

    /// Copies all documents of a table and their lines, whose labels are searched, in one transaction.
    void copy(const std::string& schema, const std::string& name, const std::string& changes,
              const std::string& lines = {}, const std::string& document = {}, int times = Copies,
              const std::string& where = "true") {
        const std::string table = schema + '.' + name;
        const auto columnsOf = [&](const std::string& of) {
            return run("SELECT string_agg(column_name, ', ' ORDER BY ordinal_position) FROM"
                       " information_schema.columns WHERE table_schema = '" +
                       schema + "' AND table_name = '" + of + "' AND is_generated = 'NEVER'");
        };
        const auto copies = [&](const std::string& of, const std::string& values, const std::string& some) {
            const std::string columns = columnsOf(of);
            return "INSERT INTO " + schema + '.' + of + " (" + columns + ") SELECT " + columns +
                   " FROM (SELECT (jsonb_populate_record(x, jsonb_build_object(" + values + "))).* FROM " +
                   schema + '.' + of + " x CROSS JOIN generate_series(1, " + std::to_string(times) +
                   ") AS n WHERE " + some + ") AS copies;";
        };
        const std::string ofLines =
            lines.empty()
                ? ""
                : copies(lines, "'" + document + "', md5(x." + document + "::text || n)::uuid", "true");
        run("BEGIN;" + copies(name, "'id', md5(x.id::text || n)::uuid, " + changes, where) + ofLines +
            "COMMIT");
    }

    /// Waits until the service has folded all changes of a list.
    void fold(const std::string& list) {
        const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(2);
        while (run("SELECT count(*) FROM svc.list_change WHERE list = '" + list + "'") != "0") {
            ASSERT_LT(std::chrono::steady_clock::now(), end);
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
        }
        EXPECT_NE(run("SELECT count(*) FROM svc.list_word WHERE list = '" + list + "' AND word = 'walked'"),
                  "0");
    }

private:
    std::string run(const std::string& sql) {
        const std::unique_ptr<PGresult, decltype(&PQclear)> result(PQexec(connection_.get(), sql.c_str()),
                                                                   &PQclear);
        const auto status = PQresultStatus(result.get());
        if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) {
            throw std::runtime_error(PQerrorMessage(connection_.get()));
        }
        return PQntuples(result.get()) == 0 ? "" : PQgetvalue(result.get(), 0, 0);
    }

    std::unique_ptr<PGconn, decltype(&PQfinish)> connection_;
    std::string company_;
};

class DocumentSearch : public ::testing::Test {
protected:
    // A separate service, because the copies would not pass `svc-host verify`.
    static RunningService& service() {
        static RunningService one([] {
            ServiceOptions options;
            options.plugins = {"partners", "stock", "treasury", "ledger", "sales", "purchases"};
            return options;
        }());
        return one;
    }
    static Desk& company() {
        // Lives as long as the program; its first sale provides the money for expenses.
        static Desk* one = [] {
            Desk* desk = new Desk(service(), "Cobblers", "FR");
            desk->make("/sales", js("{'date':'2026-01-01','paidInFull':true," + line(1000)));
            return desk;
        }();
        return *one;
    }
    Desk& desk = company();
    Copier copier{service(), desk.value("companyId")};

    /// Dates of the rows; also checks the total number.
    std::vector<std::string> dates(const std::string& path, std::int64_t count) {
        const Answer answer = desk.get(path);
        EXPECT_EQ(answer.status, 200) << path << answer.body;
        EXPECT_EQ(answer.header("x-total-count"), std::to_string(count)) << path;
        return textsOf(answer.json, "date");
    }

    /// Checks each list of documents before and after its changes are folded into the counters.
    void searches(const std::string& declared, const std::string& list) {
        searches(list);
        copier.fold(declared);
        searches(list);
        expectFolded(declared);
    }
    /// Checks that counters and words of the list match its records; other checks do not hold for copies.
    static void expectFolded(const std::string& declared) {
        const std::string output = service().command({"verify", "--without-modules"}).second;
        EXPECT_EQ(output.find(": " + declared + ".counts: "), std::string::npos) << output;
        EXPECT_EQ(output.find(": " + declared + ".words: "), std::string::npos) << output;
    }
    /// Three dates; only the third has the word `seldom`.
    void searches(const std::string& list) {
        const std::string q = list + "?q=";
        const auto at = [](const std::string& offset) { return "&limit=1&offset=" + offset; };
        EXPECT_THAT(dates(q + "walked" + at("0"), All), ElementsAre("2026-03-03"));
        EXPECT_THAT(dates(q + "walk" + at("801"), All), ElementsAre("2026-03-02"));
        EXPECT_THAT(dates(q + "wal%20walked" + at("2402"), All), ElementsAre("2026-03-01"));
        EXPECT_THAT(dates(q + "walked" + at("2403"), All), ElementsAre());
        EXPECT_THAT(dates(q + "walked&sort=date" + at("800"), All), ElementsAre("2026-03-01"));
        EXPECT_THAT(dates(q + "walked&to=2026-03-02" + at("0"), 2 * OfOne), ElementsAre("2026-03-02"));
        EXPECT_THAT(dates(q + "walked%20seldom" + at("0"), OfOne), ElementsAre("2026-03-03"));
        EXPECT_THAT(dates(q + "seldom&to=2026-03-02", 0), ElementsAre());
        // No word begins with it: the newest thousand documents are searched for it anywhere.
        const std::vector<std::string> newest = dates(q + "alke&limit=500", 1000);
        EXPECT_EQ(newest.size(), 500U);
        EXPECT_THAT(newest, Each("2026-03-03"));
        EXPECT_THAT(dates(q + "nowhere", 0), ElementsAre());
        EXPECT_THAT(dates(q + "%25", 0), ElementsAre());
    }

    static std::string noted(int day) {
        return "'date':'2026-03-0" + std::to_string(day) + "','note':'" +
               (day == 3 ? "Walked seldom" : "Walked") + "',";
    }
    static std::string line(int price) {
        return "'lines':[{'label':'Shoes','quantity':1,'taxRate':0,'unitPrice':" + std::to_string(price) +
               "}]}";
    }
};

TEST_F(DocumentSearch, SalesOfACommonWord) {
    std::vector<std::string> originals;
    for (int day = 1; day <= 3; ++day) {
        originals.push_back(desk.make("/sales", js("{" + noted(day) + line(day))).textOr("id"));
    }
    copier.copy("sales", "sale",
                "'number', x.number || '-' || n, 'payment_status', CASE WHEN n % 2 = 0 THEN 'paid' ELSE "
                "'unpaid' END",
                "line", "sale_id");
    searches("sales.sale", "/sales");
    EXPECT_THAT(dates("/sales?q=walked&paymentStatus=paid&limit=1", 3 * Copies / 2),
                ElementsAre("2026-03-03"));
    const Json totals = desk.read("/sales?q=walked&page=1&size=1")["totals"];
    EXPECT_EQ(totals["total"].integer(), OfOne * (100 + 200 + 300));
    const Json some = desk.read("/sales?q=walked&page=1&size=1&to=2026-03-02");
    EXPECT_EQ(some["total"].integer(), 2 * OfOne);
    EXPECT_EQ(some["totals"]["balance"].integer(), OfOne * (100 + 200));

    // Changes folded sales and one that is not folded yet; checked at once and after folding.
    const std::string fresh = desk.make("/sales", js("{" + noted(3) + line(4))).textOr("id");
    for (const std::string& sale : {originals[0], fresh}) {
        desk.make("/sales/" + sale + "/payments", js("{'amount':1}"));
    }
    EXPECT_EQ(desk.post("/sales/" + originals[1] + "/cancel", Json::object()).status, 200);
    desk.change("/sales/" + originals[2], js("{'note':'Strolled'}"));
    const auto expectChanged = [&] {
        const Json page = desk.read("/sales?q=walked&page=1&size=1");
        EXPECT_EQ(page["total"].integer(), All);
        EXPECT_EQ(page["totals"]["total"].integer(), OfOne * (100 + 200 + 300) - 200 - 300 + 400);
        EXPECT_EQ(page["totals"]["paid"].integer(), 2 * 100);
        EXPECT_EQ(page["totals"]["balance"].integer(), OfOne * (100 + 200 + 300) - 200 - 300 + 400 - 2 * 100);
        const Json early = desk.read("/sales?q=walked&page=1&size=1&from=2026-03-01&to=2026-03-02");
        EXPECT_EQ(early["total"].integer(), 2 * OfOne);
        EXPECT_EQ(early["totals"]["balance"].integer(), OfOne * (100 + 200) - 100 - 200);
        EXPECT_THAT(dates("/sales?q=walked&paymentStatus=paid&limit=1", 3 * Copies / 2 + 1),
                    ElementsAre("2026-03-03"));
        EXPECT_THAT(dates("/sales?q=walked&paymentStatus=partially_paid,unpaid&status=active&limit=1",
                          3 * Copies / 2 + 1),
                    ElementsAre("2026-03-03"));
        EXPECT_THAT(dates("/sales?q=walked&status=cancelled&limit=1", 1), ElementsAre("2026-03-02"));
        expectFolded("sales.sale");
    };
    expectChanged();
    copier.fold("sales.sale");
    expectChanged();
}

TEST_F(DocumentSearch, MoreThanTenThousandAreNotCounted) {
    constexpr int Many = 10'050;
    desk.make("/sales", js("{'date':'2026-05-05','note':'Crowded'," + line(2)));
    // One in a thousand of the sales is cancelled, one in two came from a shop.
    copier.copy(
        "sales", "sale",
        "'number', x.number || '-c' || n, 'channel', CASE WHEN n % 2 = 0 THEN 'online' ELSE 'api' END,"
        " 'status', CASE WHEN n % 1000 = 0 THEN 'cancelled' ELSE 'active' END,"
        " 'payment_status', CASE WHEN n % 1000 = 0 THEN 'cancelled' ELSE 'paid' END",
        {}, {}, Many, "x.note = 'Crowded'");
    constexpr int OfCancelled = Many / 1000;
    constexpr int OfChannel = Many / 2;
    const auto expectCount = [&](const std::string& path, int count) {
        const Answer answer = desk.get(path + "&limit=1");
        EXPECT_EQ(answer.header("x-total-count"), std::to_string(count)) << path;
        EXPECT_EQ(answer.header("x-total-count-exact"), "") << path;
    };
    const auto expectBounded = [&](const std::string& path) {
        const Answer answer = desk.get(path + "&limit=1");
        EXPECT_EQ(answer.header("x-total-count"), "10000") << path;
        EXPECT_EQ(answer.header("x-total-count-exact"), "false") << path;
        EXPECT_EQ(answer.json.size(), 1U) << path;
    };
    const auto expectAll = [&] {
        expectBounded("/sales?from=2026-05-05&to=2026-05-05");
        expectBounded("/sales?q=crowded");
        expectBounded("/sales?q=crow&channel=api,counter,online");
        expectBounded("/sales?q=crowded&status=active");
        expectCount("/sales?q=crowded&channel=online", OfChannel);
        expectCount("/sales?q=crowded&status=cancelled", OfCancelled);
        expectCount("/sales?q=crowded&channel=online&status=active", OfChannel - OfCancelled);
        expectCount("/sales?q=crowded%20shoes&channel=online", 0);
        expectBounded("/sales?q=crowded&overdue=true&sort=date");
        const Json found = desk.read("/sales?q=crowded&page=1&size=1");
        EXPECT_EQ(found["total"].integer(), 10'000);
        EXPECT_FALSE(found["totalExact"].boolean());
        EXPECT_TRUE(found["totals"].isNull());
        const Json all = desk.read("/sales?from=2026-05-05&page=1&size=1");
        EXPECT_EQ(all["total"].integer(), Many + 1);
        EXPECT_TRUE(all["totalExact"].boolean());
        EXPECT_EQ(all["totals"]["total"].integer(), 200 * (Many + 1 - OfCancelled));
        const Json none = desk.read("/sales?q=crowded&to=2026-05-04&page=1&size=1");
        EXPECT_EQ(none["total"].integer(), 0);
        EXPECT_TRUE(none["totalExact"].boolean());
    };
    expectAll();
    copier.fold("sales.sale");
    expectAll();
    expectFolded("sales.sale");
    EXPECT_EQ(desk.get("/sales?q=walked&limit=1").header("x-total-count-exact"), "");
}

TEST_F(DocumentSearch, QuotesOfACommonWord) {
    std::string quote;
    for (int day = 1; day <= 3; ++day) {
        quote = desk.make("/quotes", js("{" + noted(day) + line(day))).textOr("id");
    }
    copier.copy("sales", "quote", "'number', x.number || '-' || n", "quote_line", "quote_id");
    searches("sales.quote", "/quotes");
    const auto rename = [&](const std::string& id, const std::string& note) {
        desk.change("/quotes/" + id, js("{'note':'$1'}", {note}));
    };
    const auto found = [&](const std::string& word) {
        return desk.get("/quotes?limit=1&q=" + word).header("x-total-count");
    };
    // A folded quote and one that is not folded yet.
    rename(quote, "Strolled");
    EXPECT_EQ(found("walked"), std::to_string(All - 1));
    EXPECT_EQ(found("s"), std::to_string(All)); // shoes
    const std::string fresh = desk.make("/quotes", js("{" + noted(3) + line(3))).textOr("id");
    EXPECT_EQ(found("walked"), std::to_string(All));
    rename(fresh, "Waded");
    EXPECT_EQ(found("walked"), std::to_string(All - 1));
    EXPECT_EQ(found("wa"), std::to_string(All));
    rename(quote, "Walked");
    rename(fresh, "Walked");
    EXPECT_EQ(found("walk"), std::to_string(All + 1));
    EXPECT_EQ(found("walk&status=open"), std::to_string(All + 1));
    EXPECT_EQ(desk.post("/quotes/" + quote + "/cancel", Json::object()).status, 200);
    EXPECT_EQ(found("walk&status=open"), std::to_string(All));
    expectFolded("sales.quote");
}

TEST_F(DocumentSearch, PurchasesOfACommonWord) {
    const std::string supplier =
        desk.make("/partners", js("{'name':'Cobbler','kind':'supplier'}")).textOr("id");
    for (int day = 1; day <= 3; ++day) {
        desk.make("/purchases", js("{'partnerId':'$1'," + noted(day) + line(day), {supplier}));
    }
    copier.copy("purchases", "purchase", "'number', x.number || '-' || n", "line", "purchase_id");
    searches("purchases.purchase", "/purchases");
    const Json page = desk.read("/purchases?q=walked&page=1&size=1&to=2026-03-02");
    EXPECT_EQ(page["total"].integer(), 2 * OfOne);
    EXPECT_EQ(page["totals"]["total"].integer(), OfOne * (100 + 200));

    const std::string first = desk.read("/purchases?q=walked&sort=number&limit=1")[0].textOr("id");
    EXPECT_EQ(desk.post("/purchases/" + first + "/cancel", Json::object()).status, 200);
    const auto expectChanged = [&] {
        const Json all = desk.read("/purchases?q=walked&page=1&size=1");
        EXPECT_EQ(all["total"].integer(), All);
        EXPECT_EQ(all["totals"]["total"].integer(), OfOne * (100 + 200 + 300) - 100);
        EXPECT_EQ(desk.read("/purchases?q=walked&page=1&size=1&status=ordered")["total"].integer(), All - 1);
        expectFolded("purchases.purchase");
    };
    expectChanged();
    copier.fold("purchases.purchase");
    expectChanged();
}

TEST_F(DocumentSearch, ExpensesOfACommonWord) {
    for (int day = 1; day <= 3; ++day) {
        desk.make("/expenses", js("{'date':'2026-03-0$1','label':'$2','amount':1}",
                                  {std::to_string(day), day == 3 ? "Walked seldom" : "Walked"}));
    }
    copier.copy("purchases", "expense", "'transaction_id', md5(x.id::text || -n)::uuid");
    searches("purchases.expense", "/expenses");
}

} // namespace
} // namespace svc::test
