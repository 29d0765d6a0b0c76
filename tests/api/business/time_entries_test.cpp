// Time entries: creation, update, list, sums, invoicing, and the effect of an invoice on them.
#include <atomic>
#include <barrier>
#include <mutex>
#include <thread>

#include <gmock/gmock.h>

#include "api/business/desk.hpp"

namespace svc::test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;
using ::testing::UnorderedElementsAre;

class TimeEntries : public ::testing::Test {
protected:
    Desk desk{sharedService()};
    std::string partner = desk.make("/partners", js("{'name':'$1'}", {unique("Hotel")})).textOr("id");

    void SetUp() override { desk.events(); }

    std::string entryBody(const std::string& more = {}) {
        return "{'partnerId':'" + partner + "','person':'Léa Simon','date':'" + desk.today() +
               "','minutes':90,'hourlyRate':80" + (more.empty() ? "" : "," + more) + "}";
    }
    Json put(const std::string& body) {
        const Answer answer = desk.put("/time-entries", js(body));
        EXPECT_TRUE(hasStatus(answer, 200));
        return answer.json;
    }
    Json entry(const std::string& more = {}) { return put(entryBody(more))["data"].at(0); }
    Answer bill(const std::string& more = {}) {
        return desk.post("/time-entries/bill",
                         js("{'partnerId':'" + partner + "'" + (more.empty() ? "" : "," + more) + "}"));
    }
    Json mine() { return desk.read("/time-entries?partnerId=" + partner)["data"]; }
};

TEST_F(TimeEntries, ANewOneIsToldWithItsData) {
    const Json made =
        entry("'externalId':'" + unique("toggl") + "','source':'toggl','description':'Workshop'");
    const std::vector<Json> events = desk.events();
    ASSERT_THAT(typesOf(events), ElementsAre("time_entry.created"));
    EXPECT_EQ(events[0].textOr("object"), "time_entry");
    EXPECT_EQ(events[0]["objectId"], made["id"]);
    EXPECT_TRUE(same(events[0]["data"], Json::object({{"id", made["id"]},
                                                      {"externalId", made["externalId"]},
                                                      {"source", "toggl"},
                                                      {"partner", made["partner"]},
                                                      {"person", "Léa Simon"},
                                                      {"description", "Workshop"},
                                                      {"date", made["date"]},
                                                      {"minutes", 90},
                                                      {"hourlyRate", money(8000)},
                                                      {"amount", money(12000)},
                                                      {"billable", true},
                                                      {"actor", made["createdBy"]}})));
    const Json again = entry("'externalId':'" + made.textOr("externalId") + "'");
    EXPECT_EQ(again["id"], made["id"]);
    EXPECT_THAT(desk.events(), IsEmpty());
}

TEST_F(TimeEntries, WrongOnesAreRefusedAndNothingIsKept) {
    const auto refused = [&](const std::string& body, int status, const std::string& code) {
        EXPECT_TRUE(isRefusal(desk.put("/time-entries", js(body)), status, code)) << body;
    };
    refused("{'minutes':30}", 400, "field-required:date");
    refused("{'date':'2026-01-02'}", 400, "field-required:minutes");
    refused("{'entries':[" + entryBody() + ",{'minutes':1}]}", 400, "field-required:entries[1].date");
    refused("{'entries':[" + entryBody() + ",{'date':'2026-01-02','minutes':-1}]}", 400,
            "field-invalid:entries[1].minutes");
    refused("{'entries':[" + entryBody() + ",{'partnerId':'par_1','date':'2026-01-02','minutes':1}]}", 404,
            "partner-not-found");
    refused(entryBody("'id':'tim_1'"), 404, "time-entry-not-found");
    refused("{'date':'2099-01-01','minutes':1}", 400, "field-invalid:date");
    EXPECT_EQ(mine().size(), 0U);
    std::string many = "{'entries':[" + entryBody();
    for (int i = 0; i < 500; ++i) {
        many += ",{'date':'2026-01-02','minutes':1}";
    }
    refused(many + "]}", 400, "batch-too-large:500");
    EXPECT_TRUE(isRefusal(desk.get("/time-entries?cursor=abc"), 400, "cursor-invalid"));
    EXPECT_TRUE(isRefusal(desk.post("/time-entries/bill", js("{}")), 400, "field-required:partnerId"));
}

TEST_F(TimeEntries, BecomeAnInvoiceAndAreFreeAgainWhenItIsCancelled) {
    const Json first = entry("'project':'Bar'");
    const Json second = entry("'project':'Bar','minutes':30");
    entry("'billable':false");
    desk.events();
    EXPECT_TRUE(isRefusal(bill("'entryIds':[]"), 400, "nothing-to-bill"));
    const Answer answer = bill("'groupBy':'project','taxRate':20");
    ASSERT_TRUE(hasStatus(answer, 201));
    const Json sale = answer.json;
    EXPECT_EQ(sale["total"].integer(), 16000);
    EXPECT_EQ(sale["lines"].size(), 1U);
    EXPECT_EQ(sale["lines"].at(0).textOr("unit"), "HUR");
    EXPECT_TRUE(same(desk.read("/sales/" + sale.textOr("id")), sale));
    EXPECT_THAT(typesOf(desk.events()), ElementsAre("sale.created", "invoice.issued"));
    EXPECT_TRUE(isRefusal(bill(), 400, "nothing-to-bill"));
    const std::string id = first.textOr("id");
    EXPECT_TRUE(
        isRefusal(desk.put("/time-entries", js("{'id':'" + id + "','date':'2026-01-02','minutes':1}")), 400,
                  "time-entry-billed:" + id));
    EXPECT_TRUE(isRefusal(bill("'entryIds':['" + id + "']"), 400, "time-entry-billed:" + id));
    EXPECT_EQ(desk.read("/time-entries?billed=true&partnerId=" + partner)["data"].size(), 2U);
    ASSERT_TRUE(hasStatus(desk.post("/sales/" + sale.textOr("id") + "/cancel", js("{}")), 200));
    EXPECT_EQ(desk.read("/time-entries?billed=true&partnerId=" + partner)["data"].size(), 0U);
    EXPECT_TRUE(hasStatus(bill("'entryIds':['" + second.textOr("id") + "']"), 201));
}

TEST_F(TimeEntries, ManyBillsOfTheSameHoursMakeOneInvoice) {
    entry();
    entry();
    const std::string key = desk.newKey();
    constexpr int Clients = 8;
    std::barrier start(Clients);
    std::mutex mutex;
    std::map<std::string, int> outcomes;
    std::vector<std::thread> threads;
    const std::string path = desk.path("/time-entries/bill");
    const Json body = js("{'partnerId':'$1'}", {partner});
    for (int i = 0; i < Clients; ++i) {
        threads.emplace_back([&] {
            HttpClient client = sharedService().client(key);
            client.askAgain();
            start.arrive_and_wait();
            const Answer answer = client.post(path, body);
            const std::lock_guard lock(mutex);
            ++outcomes[answer.status == 201 ? "201" : answer.json.textOr("message")];
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    EXPECT_THAT(outcomes, UnorderedElementsAre(Pair("201", 1), Pair("nothing-to-bill", Clients - 1)));
    EXPECT_EQ(desk.read("/sales?partnerId=" + partner).size(), 1U);
}

TEST_F(TimeEntries, ManyImportsOfTheSameHoursMakeThemOnce) {
    const std::string key = desk.newKey();
    constexpr int Clients = 8;
    std::barrier start(Clients);
    std::atomic<int> created{0};
    std::mutex mutex;
    std::vector<std::string> refusals;
    std::vector<std::thread> threads;
    std::vector<std::string> names;
    for (int i = 0; i < 20; ++i) {
        names.push_back(unique("import"));
    }
    const std::string path = desk.path("/time-entries");
    for (int c = 0; c < Clients; ++c) {
        // Half of the imports have the reverse order: two imports must not deadlock.
        std::string body = "{'entries':[";
        for (std::size_t i = 0; i < names.size(); ++i) {
            const std::string& name = c % 2 == 0 ? names[i] : names[names.size() - 1 - i];
            body += (i == 0 ? "" : ",") + entryBody("'externalId':'" + name + "'");
        }
        threads.emplace_back([&, parsed = js(body + "]}")] {
            HttpClient client = sharedService().client(key);
            client.askAgain();
            start.arrive_and_wait();
            const Answer answer = client.put(path, parsed);
            if (answer.status == 200) {
                created += static_cast<int>(answer.json["created"].integer());
            } else {
                const std::lock_guard lock(mutex);
                refusals.push_back(answer.body);
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    EXPECT_THAT(refusals, IsEmpty());
    EXPECT_EQ(created, 20);
    EXPECT_EQ(mine().size(), 20U);
}

TEST_F(TimeEntries, TheSummaryIsPerCustomer) {
    entry();
    entry("'minutes':30,'billable':false");
    const Json rows = desk.read("/time-entries/summary?partnerId=" + partner + "&from=" + desk.today());
    ASSERT_EQ(rows.size(), 1U);
    EXPECT_TRUE(same(rows.at(0), Json::object({{"partnerId", partner},
                                               {"partnerName", rows.at(0)["partnerName"]},
                                               {"minutes", 120},
                                               {"hours", 2},
                                               {"billableMinutes", 90},
                                               {"unbilledMinutes", 90},
                                               {"unbilledAmount", 12000},
                                               {"currency", "EUR"}})));
}

TEST_F(TimeEntries, TheSummaryAddsUpTheEntriesWhateverWasDoneToThem) {
    const std::string month = desk.today().substr(0, 8);
    const std::string first = month + "01";
    const std::string second = month + "02";
    const std::string other = desk.make("/partners", js("{'name':'$1'}", {unique("Yard")})).textOr("id");
    const auto agrees = [&](const std::string& query) {
        for (const std::string& whose : {partner, other}) {
            std::int64_t minutes = 0, billable = 0, unbilled = 0, amount = 0, entries = 0;
            const Json all = desk.read("/time-entries?limit=500&partnerId=" + whose + query)["data"];
            for (const Json& e : all.items()) {
                const bool open = e["billable"].boolean() && !e["billed"].boolean();
                ++entries;
                minutes += e["minutes"].integer();
                billable += e["billable"].boolean() ? e["minutes"].integer() : 0;
                unbilled += open ? e["minutes"].integer() : 0;
                amount += open ? e["amount"].integer() : 0;
            }
            const Json rows = desk.read("/time-entries/summary?partnerId=" + whose + query);
            ASSERT_EQ(rows.size(), entries > 0 ? 1U : 0U) << query;
            if (entries > 0) {
                EXPECT_EQ(rows.at(0)["minutes"].integer(), minutes) << query;
                EXPECT_EQ(rows.at(0)["billableMinutes"].integer(), billable) << query;
                EXPECT_EQ(rows.at(0)["unbilledMinutes"].integer(), unbilled) << query;
                EXPECT_EQ(rows.at(0)["unbilledAmount"].integer(), amount) << query;
            }
        }
    };
    const auto check = [&] {
        for (const std::string& query :
             {std::string(), "&from=" + second, "&to=" + second, "&from=" + first + "&to=" + first,
              std::string("&from=2019-12-20&to=2020-02-03")}) {
            agrees(query);
        }
        expectInvariants(sharedService());
    };
    const std::string moved = unique("moved");
    const std::string gone = unique("gone");
    entry("'externalId':'" + moved + "','date':'2020-01-15'");
    entry("'externalId':'" + gone + "','date':'" + second + "','minutes':45");
    entry("'date':'" + first + "','minutes':20,'billable':false");
    check();
    // Changes the date, the duration and then the customer of an entry.
    entry("'externalId':'" + moved + "','date':'2020-02-03','minutes':30");
    check();
    put("{'externalId':'" + moved + "','partnerId':'" + other + "','date':'" + first +
        "','minutes':35,'hourlyRate':40}");
    check();
    // One batch with an existing entry and a new one.
    put("{'entries':[" + entryBody("'externalId':'" + moved + "','minutes':15") + ',' +
        entryBody("'externalId':'" + unique("new") + "'") + "]}");
    check();
    const Json left = desk.read("/time-entries?externalId=" + gone)["data"].at(0);
    ASSERT_TRUE(hasStatus(
        sharedService().client(desk.newKey()).remove(desk.path("/time-entries/" + left.textOr("id"))), 204));
    check();
    const Answer sold = bill("'dueDate':null");
    ASSERT_TRUE(hasStatus(sold, 201));
    check();
    ASSERT_TRUE(hasStatus(
        desk.post("/sales/" + sold.json.textOr("id") + "/cancel", js("{'reason':'Typed twice'}")), 200));
    check();
}

TEST_F(TimeEntries, KeysNeedTheirScopes) {
    HttpClient viewer = sharedService().client(makeKey(sharedService(), {"time:view"}));
    EXPECT_TRUE(hasStatus(viewer.get(desk.path("/time-entries")), 200));
    EXPECT_TRUE(
        isRefusal(viewer.put(desk.path("/time-entries"), js(entryBody())), 403, "missing-permission"));
    HttpClient stranger = sharedService().client(makeKey(sharedService(), {"sales:view"}));
    EXPECT_TRUE(isRefusal(stranger.get(desk.path("/time-entries")), 403, "forbidden"));
    HttpClient test = sharedService().readOnly();
    EXPECT_TRUE(hasStatus(test.get(desk.path("/time-entries/summary")), 200));
    EXPECT_TRUE(isRefusal(test.put(desk.path("/time-entries"), js(entryBody())), 403, "forbidden"));
}

TEST_F(TimeEntries, ADryRunKeepsNothingAndAKeyIsUsedOnce) {
    const Answer dry = desk.put("/time-entries", js(entryBody()), {{"Svc-Dry-Run", "true"}});
    ASSERT_TRUE(hasStatus(dry, 200));
    EXPECT_EQ(dry.json["result"]["created"].integer(), 1);
    EXPECT_EQ(mine().size(), 0U);
    const HeaderList key{{"Idempotency-Key", unique("time-entry")}};
    ASSERT_TRUE(hasStatus(desk.put("/time-entries", js(entryBody()), key), 200));
    EXPECT_EQ(desk.put("/time-entries", js(entryBody()), key).header("idempotent-replay"), "true");
    EXPECT_EQ(mine().size(), 1U);
    ASSERT_TRUE(hasStatus(bill("'dueDate':null"), 201));
}

TEST_F(TimeEntries, DaysAndDecimalsAreThoseOfTheCompany) {
    // 23:30 UTC is the next day in Paris and the same day in Abidjan.
    const std::string times = "'startedAt':'2026-03-10T23:30:00Z','endedAt':'2026-03-11T00:30:00Z'";
    Desk abidjan(sharedService(), "Maquis", "CI");
    const Answer francs = abidjan.put("/time-entries", js("{" + times + ",'hourlyRate':5000}"));
    ASSERT_TRUE(hasStatus(francs, 200));
    EXPECT_EQ(francs.json["data"].at(0).textOr("date"), "2026-03-10");
    EXPECT_EQ(francs.json["data"].at(0)["amount"].integer(), 5000);
    EXPECT_EQ(put("{" + times + ",'hourlyRate':80}")["data"].at(0).textOr("date"), "2026-03-11");
    Desk tunis(sharedService(), "Salon", "TN");
    const Answer dinars =
        tunis.put("/time-entries", js("{'date':'2026-03-10','minutes':20,'hourlyRate':40.5}"));
    ASSERT_TRUE(hasStatus(dinars, 200));
    EXPECT_EQ(dinars.json["data"].at(0)["amount"].integer(), 13500);
}

} // namespace
} // namespace svc::test
