// Svc-Dry-Run: the operation runs completely and is rolled back.
#include <algorithm>
#include <iterator>

#include "support/checks.hpp"

namespace svc::test {
namespace {

class DryRun : public ::testing::Test {
protected:
    RunningService& service = sharedService();
    HttpClient live = service.live();
    std::string sales = service.company("/sales");
    const HeaderList dry = {{"Svc-Dry-Run", "true"}};

    /// The rows that were added or removed; empty when there are none.
    static std::string differenceOf(const std::vector<std::string>& one,
                                    const std::vector<std::string>& other) {
        std::vector<std::string> changed;
        std::set_symmetric_difference(one.begin(), one.end(), other.begin(), other.end(),
                                      std::back_inserter(changed));
        std::string text;
        for (const std::string& line : changed) {
            text += line + '\n';
        }
        return text;
    }
    /// Row counts of every table of the host and the plugins, except tables that reading changes, and tables
    /// that jobs update later from earlier writes: balances of the ledger and the words and counters of
    /// lists, which are computed from tables that are counted here.
    std::vector<std::string> rowCounts() const {
        std::vector<std::string> counts;
        for (const std::string& table :
             service.sql("SELECT schemaname || '.' || tablename FROM pg_tables WHERE schemaname IN"
                         " ('svc', 'partners', 'stock', 'treasury', 'ledger', 'sales')"
                         " AND tablename NOT LIKE 'key\\_request%' AND tablename NOT LIKE 'list\\_%' AND "
                         "tablename NOT IN ('session', "
                         "'checkpoint', 'job', 'schedule') ORDER BY 1")) {
            counts.push_back(table + ' ' + service.sql("SELECT count(*) FROM " + table).front());
        }
        // Recurring jobs are not counted: the service queues them at any time.
        counts.push_back("svc.job " +
                         service
                             .sql("SELECT count(*) FROM svc.job WHERE (company_id, plugin, name) NOT IN"
                                  " (SELECT company_id, plugin, name FROM svc.schedule)")
                             .front());
        std::sort(counts.begin(), counts.end());
        return counts;
    }
};

TEST_F(DryRun, TellsResultEventsAndPostingsAndWritesNothing) {
    const std::vector<std::string> before = rowCounts();
    const Answer answer = live.post(sales, smallSale(), dry);
    ASSERT_TRUE(hasStatus(answer, 200));
    EXPECT_EQ(answer.header("svc-dry-run"), "true");
    EXPECT_EQ(answer.json["result"]["number"].text(), "DRAFT");
    EXPECT_EQ(answer.json["result"]["total"].integer(), 1200);
    ASSERT_GT(answer.json["events"].size(), 0U);
    for (const Json& event : answer.json["events"].items()) {
        EXPECT_FALSE(event["type"].text().empty());
        EXPECT_FALSE(event["object"].text().empty());
        EXPECT_TRUE(event["data"].isObject());
        EXPECT_TRUE(event["data"].contains("actor"));
    }
    Decimal debit;
    Decimal credit;
    ASSERT_GT(answer.json["postings"].size(), 1U);
    for (const Json& posting : answer.json["postings"].items()) {
        for (const char* field : {"account", "label", "debit", "credit"}) {
            EXPECT_TRUE(posting.contains(field)) << posting.dump();
        }
        debit = debit + posting["debit"].decimal();
        credit = credit + posting["credit"].decimal();
    }
    EXPECT_EQ(debit, credit);
    EXPECT_EQ(debit, Decimal(1200));
    EXPECT_EQ(differenceOf(before, rowCounts()), "");
    EXPECT_EQ(live.get(sales + '/' + answer.json["result"]["id"].text()).status, 404);
}

TEST_F(DryRun, LeavesNoGapInTheNumbers) {
    const std::string first = live.post(sales, smallSale()).json.textOr("number");
    live.post(sales, smallSale(), dry);
    const std::string second = live.post(sales, smallSale()).json.textOr("number");
    EXPECT_EQ(std::stoi(first.substr(first.rfind('-') + 1)) + 1,
              std::stoi(second.substr(second.rfind('-') + 1)));
}

TEST_F(DryRun, IsOpenToATestKey) {
    HttpClient tester = service.readOnly();
    EXPECT_TRUE(isRefusal(tester.post(sales, smallSale()), 403, "forbidden"));
    const std::vector<std::string> before = rowCounts();
    EXPECT_TRUE(hasStatus(tester.post(sales, smallSale(), dry), 200));
    EXPECT_EQ(differenceOf(before, rowCounts()), "");
}

TEST_F(DryRun, RefusesWhatTheWriteWouldRefuse) {
    EXPECT_TRUE(isRefusal(live.post(sales, Json::object(), dry), 400, "field-required:lines"));
    const Answer sale = live.post(sales, smallSale());
    EXPECT_TRUE(isRefusal(
        live.post(sales + '/' + sale.json.textOr("id") + "/payments", Json::object({{"amount", 100}}), dry),
        400, "amount-above-outstanding"));
}

TEST_F(DryRun, UsesNoIdempotencyKey) {
    const std::string key = unique("dry-run-key");
    EXPECT_EQ(live.post(sales, smallSale(), {{"Svc-Dry-Run", "true"}, {"Idempotency-Key", key}}).status, 200);
    const Answer real = live.post(sales, smallSale(), {{"Idempotency-Key", key}});
    EXPECT_EQ(real.status, 201);
    EXPECT_EQ(real.header("idempotent-replay"), "");
}

TEST_F(DryRun, NamesIgnoredFieldsToo) {
    Json body = smallSale();
    body.set("colour", Json("red"));
    EXPECT_EQ(live.post(sales, body, dry).header("svc-ignored-fields"), "colour");
}

TEST_F(DryRun, OtherValuesOfTheHeaderAreRefused) {
    EXPECT_TRUE(
        isRefusal(live.post(sales, smallSale(), {{"Svc-Dry-Run", "yes"}}), 400, "field-invalid:Svc-Dry-Run"));
    EXPECT_EQ(live.post(sales, smallSale(), {{"Svc-Dry-Run", "false"}}).status, 201);
}

TEST_F(DryRun, WorksForTheHostsOwnRoutes) {
    HttpClient owner = service.owner();
    const std::size_t before = owner.get(service.company("/business-units")).json.size();
    const Answer answer =
        owner.post(service.company("/business-units"), Json::object({{"name", "Dry"}, {"code", "DRY"}}), dry);
    ASSERT_TRUE(hasStatus(answer, 200));
    EXPECT_EQ(answer.json["result"]["code"].text(), "DRY");
    EXPECT_EQ(owner.get(service.company("/business-units")).json.size(), before);
}

} // namespace
} // namespace svc::test
