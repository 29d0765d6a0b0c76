// The journal: catalogue, filters, cursors, and a reader that misses no event.
#include <algorithm>
#include <atomic>
#include <map>
#include <set>
#include <thread>

#include "support/checks.hpp"

namespace svc::test {
namespace {

class Journal : public ::testing::Test {
protected:
    RunningService& service = sharedService();
    HttpClient live = service.live();
    std::string events = service.company("/events");

    /// A new company, so that its whole journal is known.
    Json freshCompany() {
        HttpClient founder = service.anonymous();
        const Answer person =
            founder.post("/auth/signup", Json::object({{"name", "F"},
                                                       {"email", unique("f") + "@example.test"},
                                                       {"password", "correct horse battery"}}));
        founder.setCredential(person.json.textOr("token"));
        const Answer company =
            founder.post("/companies", Json::object({{"name", unique("Fresh")}, {"country", "FR"}}));
        EXPECT_TRUE(hasStatus(company, 201));
        const std::string path = "/companies/" + company.json.textOr("id");
        const Answer key = founder.post(
            path + "/api-keys",
            Json::object(
                {{"name", "K"},
                 {"mode", "live"},
                 {"scopes", Json::array({"events:read", "sales:create", "sales:view", "partners:create"})}}));
        return Json::object({{"path", path}, {"key", key.json["key"]}});
    }
};

TEST_F(Journal, EveryTypeHasWordsInThreeLanguagesAndASchemaThatExists) {
    const Json document = service.anonymous().get("/openapi.json").json;
    const Answer catalogue = service.readOnly().get(events + "/catalogue");
    ASSERT_TRUE(hasStatus(catalogue, 200));
    std::set<std::string> types;
    for (const Json& type : catalogue.json.items()) {
        const std::string name = type["type"].text();
        EXPECT_TRUE(types.insert(name).second) << name << " stands twice";
        EXPECT_EQ(type["family"].text(), name.substr(0, name.find('.')));
        for (const char* language : {"en", "fr", "de"}) {
            EXPECT_FALSE(type["descriptions"].textOr(language).empty()) << name << ' ' << language;
        }
        if (type["reserved"].boolean()) {
            continue;
        }
        const std::string reference = type["schema"].textOr("$ref");
        const std::string prefix = "/openapi.json#/components/schemas/";
        ASSERT_EQ(reference.rfind(prefix, 0), 0U) << name;
        const Json& schema = document["components"]["schemas"][reference.substr(prefix.size())];
        EXPECT_TRUE(schema.isObject()) << reference;
        EXPECT_TRUE(schema["properties"].contains("actor")) << name;
    }
    for (const char* type :
         {"sale.created", "invoice.issued", "invoice.paid", "payment.received", "sale.cancelled",
          "partner.created", "partner.updated", "stock.movement", "stock.low", "transaction.created"}) {
        EXPECT_EQ(types.count(type), 1U) << type;
    }
}

TEST_F(Journal, EventsTellWhatHappenedAndWho) {
    const Answer sale = live.post(service.company("/sales"), smallSale());
    const std::string id = sale.json.textOr("id");
    const Answer list = live.get(events + "?objectId=" + id);
    ASSERT_TRUE(hasStatus(list, 200));
    ASSERT_GE(list.json["data"].size(), 2U);
    for (const Json& event : list.json["data"].items()) {
        EXPECT_EQ(event["objectId"].text(), id);
        EXPECT_EQ(event["companyId"].text(), service.value("companyId"));
        EXPECT_EQ(event["data"]["actor"]["kind"].text(), "api_key");
        const Answer one = live.get(events + '/' + event["id"].text());
        EXPECT_EQ(one.json, event);
    }
    EXPECT_EQ(list.json["data"][0]["type"].text(), "sale.created");
    HttpClient stranger = service.client(otherCompany(service).textOr("liveKey"));
    const std::string theirs = "/companies/" + otherCompany(service).textOr("companyId") + "/events/";
    EXPECT_TRUE(isRefusal(stranger.get(theirs + list.json["data"][0]["id"].text()), 404, "event-not-found"));
    EXPECT_TRUE(isRefusal(live.get(events + "/evt_007"), 404, "event-not-found"));
    EXPECT_TRUE(isRefusal(live.get(events + "/nonsense"), 404, "event-not-found"));
}

TEST_F(Journal, FiltersTakeTypesFamiliesAndPeriods) {
    live.post(service.company("/sales"), smallSale());
    live.post(service.company("/partners"), Json::object({{"name", unique("P")}}));
    const auto typesOf = [&](const std::string& query) {
        std::set<std::string> types;
        const Answer answer = live.get(events + query);
        EXPECT_TRUE(hasStatus(answer, 200));
        for (const Json& event : answer.json["data"].items()) {
            types.insert(event["type"].text());
        }
        return types;
    };
    EXPECT_EQ(typesOf("?type=sale.created"), std::set<std::string>{"sale.created"});
    for (const std::string& type : typesOf("?type=partner.*,sale.created&limit=200")) {
        EXPECT_TRUE(type == "sale.created" || type.rfind("partner.", 0) == 0) << type;
    }
    EXPECT_TRUE(isRefusal(live.get(events + "?type=sale.flown"), 400, "event-unknown:sale.flown"));
    EXPECT_TRUE(isRefusal(live.get(events + "?type=fly.*"), 400, "event-unknown:fly.*"));
    EXPECT_TRUE(typesOf("?from=2199-01-01").empty());
    EXPECT_TRUE(typesOf("?to=2001-01-01").empty());
    EXPECT_FALSE(typesOf("?from=2001-01-01T00:00:00Z&to=2199-01-01").empty());
    EXPECT_TRUE(isRefusal(live.get(events + "?from=yesterday"), 400, "field-invalid:from"));
    EXPECT_TRUE(isRefusal(live.get(events + "?order=up"), 400, "field-invalid:order"));
    EXPECT_TRUE(isRefusal(live.get(events + "?limit=0"), 400, "field-invalid:limit"));
    EXPECT_TRUE(isRefusal(live.get(events + "?limit=many"), 400, "field-invalid:limit"));
    EXPECT_LE(live.get(events + "?limit=100000").json["data"].size(), 200U);
}

TEST_F(Journal, CursorsLeadThroughTheWholeJournalInBothDirections) {
    const Json company = freshCompany();
    HttpClient client = service.client(company.textOr("key"));
    const std::string path = company.textOr("path") + "/events";
    const Answer empty = client.get(path);
    EXPECT_EQ(empty.json.textOr("nextCursor"), "") << "empty, and no cursor given";
    for (int i = 0; i < 4; ++i) {
        ASSERT_TRUE(hasStatus(client.post(company.textOr("path") + "/sales", smallSale()), 201));
    }
    const auto walk = [&](const std::string& order) {
        std::vector<std::string> ids;
        std::string cursor;
        for (int page = 0; page < 50; ++page) {
            const Answer answer =
                client.get(path + "?limit=3&order=" + order + (cursor.empty() ? "" : "&cursor=" + cursor));
            for (const Json& event : answer.json["data"].items()) {
                ids.push_back(event["id"].text());
            }
            EXPECT_FALSE(answer.json.textOr("nextCursor").empty());
            cursor = answer.json.textOr("nextCursor");
            if (!answer.json["hasMore"].boolean()) {
                break;
            }
        }
        return ids;
    };
    std::vector<std::string> forward = walk("asc");
    std::vector<std::string> backward = walk("desc");
    EXPECT_GE(forward.size(), 8U);
    std::reverse(backward.begin(), backward.end());
    EXPECT_EQ(forward, backward);
    // The last cursor returns later events.
    const std::string last = client.get(path + "?limit=200").json.textOr("nextCursor");
    EXPECT_TRUE(client.get(path + "?cursor=" + last).json["data"].empty());
    EXPECT_EQ(client.get(path + "?cursor=" + last).json.textOr("nextCursor"), last);
    client.post(company.textOr("path") + "/partners", Json::object({{"name", "Later"}}));
    const Answer later = client.get(path + "?cursor=" + last);
    ASSERT_EQ(later.json["data"].size(), 1U);
    EXPECT_EQ(later.json["data"][0]["type"].text(), "partner.created");
}

TEST_F(Journal, OnlyACursorOfThisCollectionIsTaken) {
    live.post(service.company("/sales"), smallSale());
    const Answer page = live.get(events + "?limit=1");
    const std::string cursor = page.json.textOr("nextCursor");
    ASSERT_EQ(live.get(events + "?cursor=" + cursor).status, 200);
    std::string changed = cursor;
    changed[changed.size() / 2] = changed[changed.size() / 2] == 'A' ? 'B' : 'A';
    for (const std::string& wrong : {changed, std::string("nonsense"), cursor + "A", cursor.substr(1)}) {
        EXPECT_TRUE(isRefusal(live.get(events + "?cursor=" + wrong), 400, "cursor-invalid")) << wrong;
    }
    HttpClient stranger = service.client(otherCompany(service).textOr("liveKey"));
    EXPECT_TRUE(isRefusal(
        stranger.get("/companies/" + otherCompany(service).textOr("companyId") + "/events?cursor=" + cursor),
        400, "cursor-invalid"));
    const std::string sale = live.post(service.company("/sales"), smallSale()).json.textOr("id");
    const std::string history = service.company("/history/sale/" + sale);
    EXPECT_TRUE(isRefusal(live.get(history + "?cursor=" + cursor), 400, "cursor-invalid"));
    const std::string ofHistory = live.get(history).json.textOr("nextCursor");
    ASSERT_FALSE(ofHistory.empty());
    EXPECT_TRUE(isRefusal(live.get(events + "?cursor=" + ofHistory), 400, "cursor-invalid"));
}

TEST_F(Journal, AReaderThatPollsWhileOthersWriteSkipsNothing) {
    constexpr int Writers = 8;
    constexpr int SalesOfEach = 12;
    const Json company = freshCompany();
    const std::string base = company.textOr("path");
    std::atomic<int> writing{Writers};
    std::vector<std::vector<std::string>> made(Writers);
    std::vector<std::thread> threads;
    for (int writer = 0; writer < Writers; ++writer) {
        threads.emplace_back([&, writer] {
            HttpClient client = service.client(company.textOr("key"));
            for (int i = 0; i < SalesOfEach; ++i) {
                const Answer answer = client.post(base + "/sales", smallSale());
                EXPECT_TRUE(hasStatus(answer, 201));
                made[static_cast<std::size_t>(writer)].push_back(answer.json.textOr("id"));
            }
            --writing;
        });
    }
    HttpClient reader = service.client(company.textOr("key"));
    std::vector<std::string> ids;
    std::set<std::string> seen;
    std::vector<std::string> numbers;
    std::string cursor;
    bool last = false;
    while (!last) {
        last = writing == 0;
        bool more = true;
        while (more) {
            const Answer page =
                reader.get(base + "/events?limit=7" + (cursor.empty() ? "" : "&cursor=" + cursor));
            ASSERT_TRUE(hasStatus(page, 200));
            for (const Json& event : page.json["data"].items()) {
                ids.push_back(event["id"].text());
                if (event["type"].text() == "sale.created") {
                    EXPECT_TRUE(seen.insert(event["objectId"].text()).second) << "twice";
                    numbers.push_back(event["data"].textOr("number"));
                }
            }
            cursor = page.json.textOr("nextCursor");
            more = page.json["hasMore"].boolean();
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    for (const auto& sales : made) {
        for (const std::string& sale : sales) {
            EXPECT_EQ(seen.count(sale), 1U) << sale << " was skipped";
        }
    }
    const auto numberOf = [](const std::string& id) { return std::stoll(id.substr(4)); };
    EXPECT_TRUE(std::is_sorted(ids.begin(), ids.end(), [&](const std::string& a, const std::string& b) {
        return numberOf(a) < numberOf(b);
    })) << "numbers of events are in the order of commits";
    const std::string uuid =
        service
            .sql("SELECT company_id FROM svc.company WHERE slug = '" +
                 service.client(company.textOr("key")).get(base).json.textOr("slug") + "'")
            .front();
    EXPECT_EQ(service
                  .sql("SELECT count(*), min(position), max(position) FROM svc.event WHERE company_id = '" +
                       uuid + "'")
                  .front(),
              std::to_string(ids.size()) + "|1|" + std::to_string(ids.size()))
        << "positions are dense";
    std::sort(numbers.begin(), numbers.end());
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        EXPECT_EQ(std::stoul(numbers[i].substr(numbers[i].rfind('-') + 1)), i + 1) << "no gap";
    }
}

} // namespace
} // namespace svc::test
