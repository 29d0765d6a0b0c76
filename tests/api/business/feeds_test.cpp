// Feeds over HTTP: the provider's records arrive page by page and once, even when runs are interrupted.
#include <algorithm>
#include <chrono>
#include <map>
#include <mutex>
#include <thread>

#include "api/business/desk.hpp"
#include "api/business/provider_service.hpp"

#include <svc/date.hpp>

namespace svc::test {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

class FeedsOfProviders : public ::testing::Test {
protected:
    FeedsOfProviders() {
        outsideWorld().react([this](const Received& request) {
            const std::lock_guard lock(mutex_);
            ++asked_[keyOf(request.path)];
            const auto found = reactions_.find(keyOf(request.path));
            return found == reactions_.end() ? Reaction::status(404) : found->second;
        });
        desk.events();
    }
    ~FeedsOfProviders() override {
        for (const char* provider : {"testfeed", "ecb", "toggl"}) {
            desk.service().live().remove(desk.path("/integrations/" + std::string(provider)));
        }
        outsideWorld().react([](const Received&) { return Reaction{}; });
    }

    /// The part of a request that determines its answer: the path without instants.
    static std::string keyOf(const std::string& path) {
        const bool entries = path.rfind("/me/time_entries", 0) == 0;
        return path.substr(0, path.find(entries ? "=" : "&since="));
    }
    void answer(const std::string& path, Reaction reaction) {
        const std::lock_guard lock(mutex_);
        reactions_[path] = std::move(reaction);
    }
    static std::string pagePath(int page) { return "/rates?page=" + std::to_string(page); }
    void answerPage(int page, const std::string& currency, const std::string& rate, bool more) {
        answer(pagePath(page),
               Reaction::status(200, "Content-Type: application/json\r\n",
                                js("{'rates':[{'currency':'$1','rate':$2,'date':'$3'}],'more':$4}",
                                   {currency, rate, day, more ? "true" : "false"})
                                    .dump()));
    }
    int asked(const std::string& path) {
        const std::lock_guard lock(mutex_);
        return asked_[path];
    }
    static Json integration(Desk& reader, const std::string& provider) {
        const Json list = reader.read("/integrations");
        for (const Json& one : list.items()) {
            if (one.textOr("provider") == provider) {
                return one;
            }
        }
        return {};
    }
    /// Waits until the integration is as wanted.
    template <class Condition>
    static Json untilShown(Desk& reader, const std::string& provider, Condition condition) {
        const auto end = std::chrono::steady_clock::now() + seconds(30);
        Json shown = integration(reader, provider);
        while (!condition(shown) && std::chrono::steady_clock::now() < end) {
            std::this_thread::sleep_for(milliseconds(200));
            shown = integration(reader, provider);
        }
        EXPECT_TRUE(condition(shown)) << shown.dump();
        return shown;
    }
    /// Waits for the end of a run of the first feed.
    template <class Condition>
    static Json until(Desk& reader, const std::string& provider, Condition condition) {
        return untilShown(reader, provider, [&](const Json& shown) { return condition(shown["feeds"][0]); });
    }
    static auto hasRecords(std::int64_t count) {
        return [count](const Json& feed) {
            return feed["records"].integer() == count && feed["failures"].integer() == 0 &&
                   !feed["lastAt"].isNull();
        };
    }
    static auto hasError(const std::string& code) {
        return [code](const Json& feed) { return feed.textOr("lastError") == code; };
    }
    static void advance(Desk& desk, const std::string& duration) {
        desk.service().anonymous().post("/testing/clock", js("{'advance':'$1'}", {duration}));
    }
    Answer connect(const std::string& provider, const std::string& settings = "{}") {
        return desk.post("/integrations/" + provider + "/connect", js("{'settings':" + settings + "}"));
    }
    Answer sync(const std::string& body = "{}") { return desk.post("/integrations/testfeed/sync", js(body)); }
    std::ptrdiff_t updates(Desk& reader) {
        const auto types = typesOf(reader.events());
        return std::count(types.begin(), types.end(), "rate.updated");
    }

    Desk desk{serviceWithProvider()};
    std::string day = desk.today();

private:
    std::mutex mutex_;
    std::map<std::string, Reaction> reactions_;
    std::map<std::string, int> asked_;
};

TEST_F(FeedsOfProviders, BeginWithTheConnectionAndAreAskedForByPeople) {
    EXPECT_TRUE(isRefusal(sync(), 400, "integration-not-connected"));
    answerPage(1, "SEK", "11.2", true);
    answerPage(2, "NOK", "11.7", false);
    ASSERT_TRUE(hasStatus(connect("testfeed"), 201));
    until(desk, "testfeed", hasRecords(2));
    // The connection notes the end of all its feeds.
    untilShown(desk, "testfeed", [](const Json& shown) { return !shown["lastSyncAt"].isNull(); });
    EXPECT_EQ(updates(desk), 2);
    answerPage(2, "NOK", "11.8", false);
    const Answer asked = sync();
    ASSERT_TRUE(hasStatus(asked, 202));
    EXPECT_EQ(asked.json.textOr("status"), "queued");
    until(desk, "testfeed", hasRecords(3));
    EXPECT_EQ(desk.read("/jobs/" + asked.json.textOr("id")).textOr("status"), "succeeded");
    EXPECT_TRUE(hasStatus(sync("{'since':'soon'}"), 400)) << "no day";
    ASSERT_TRUE(hasStatus(sync("{'since':'2026-01-01'}"), 202));
    until(desk, "testfeed", hasRecords(5));
    EXPECT_EQ(updates(desk), 1) << "what has not changed is not told again";
}

TEST_F(FeedsOfProviders, AKilledHostGoesOnBehindThePagesThatItHasKept) {
    answerPage(1, "PLN", "4.2", true);
    answer(pagePath(2), Reaction::silence());
    ASSERT_TRUE(hasStatus(connect("testfeed"), 201));
    const auto end = std::chrono::steady_clock::now() + seconds(20);
    while (asked(pagePath(2)) == 0 && std::chrono::steady_clock::now() < end) {
        std::this_thread::sleep_for(milliseconds(100));
    }
    EXPECT_EQ(integration(desk, "testfeed")["feeds"][0]["records"].integer(), 1);
    EXPECT_TRUE(isRefusal(sync(), 400, "sync-in-progress"));
    desk.service().kill();
    answerPage(2, "CZK", "24.3", false);
    desk.service().start();
    advance(desk, "PT7M");          // the time of the job is over
    Desk restarted(desk.service()); // the service has another port
    until(restarted, "testfeed", hasRecords(2));
    EXPECT_EQ(asked(pagePath(1)), 1) << "the first page is not fetched again";
}

TEST_F(FeedsOfProviders, WhatGoesWrongIsShownAndTriedAgain) {
    answer(pagePath(1), Reaction::status(429, "Retry-After: 7200\r\n"));
    ASSERT_TRUE(hasStatus(connect("testfeed"), 201));
    until(desk, "testfeed", hasError("integration-unreachable:http-429"));
    advance(desk, "PT1H");
    std::this_thread::sleep_for(seconds(1));
    EXPECT_EQ(asked(pagePath(1)), 1) << "Retry-After is obeyed";
    answerPage(1, "HUF", "0", false);
    advance(desk, "PT1H2M");
    until(desk, "testfeed", hasError("field-invalid:rate"));
    answer(pagePath(1), Reaction::status(200, "Content-Type: application/json\r\n", "{'rates':["));
    advance(desk, "PT10M");
    until(desk, "testfeed", hasError("integration-unreachable:answer-unreadable"));
    answerPage(1, "HUF", "390.5", false);
    advance(desk, "PT30M");
    const Json shown = until(desk, "testfeed", hasRecords(1));
    EXPECT_TRUE(shown["lastError"].isNull());
}

TEST_F(FeedsOfProviders, RatesOfTheBankLandAsThoseOfPeople) {
    const std::string from = Date::parse(day)->addDays(-5).toString();
    answer("/service/data/EXR/D..EUR.SP00.A?format=csvdata&startPeriod=" + from + "&endPeriod=" + day,
           Reaction::status(200, "Content-Type: text/csv\r\n",
                            "KEY,FREQ,CURRENCY,TIME_PERIOD,OBS_VALUE\r\nx,D,CAD," + day +
                                ",1.5123\r\nx,D,USD," + day + ",1.0842\r\n"));
    EXPECT_TRUE(
        isRefusal(connect("ecb", "{'currencies':['euro']}"), 400, "field-invalid:settings.currencies[0]"));
    ASSERT_TRUE(hasStatus(connect("ecb", "{'currencies':['CAD','XOF']}"), 201));
    until(desk, "ecb", hasRecords(2));
    const std::string rates = desk.read("/rates").dump();
    EXPECT_NE(rates.find(R"("rate":1.5123,"date":")" + day + R"(","source":"ecb")"), std::string::npos)
        << rates;
    EXPECT_NE(rates.find(R"("rate":655.957,"date":")" + day + R"(","source":"ecb")"), std::string::npos);
}

TEST_F(FeedsOfProviders, TimeEntriesAreMadeChangedAndRemoved) {
    const auto json = [](const std::string& body) {
        return Reaction::status(200, "Content-Type: application/json\r\n", js(body).dump());
    };
    const auto entry = [&](const std::string& id, const std::string& more) {
        return "{'id':" + id + ",'workspace_id':7,'duration':3600,'start':'" + day + "T00:00:00Z','stop':'" +
               day + "T01:00:00Z'," + more + "}";
    };
    const auto found = [&](const std::string& id) {
        return desk.read("/time-entries?externalId=toggl:" + id)["data"];
    };
    answer("/me", json("{'id':9,'fullname':'Anne Morel'}"));
    answer("/me/time_entries?start_date", json("[" + entry("901", "'description':'Visit'") + "," +
                                               entry("902", "'description':'Plan'") + "]"));
    ASSERT_TRUE(
        hasStatus(desk.post("/integrations/toggl/connect", js("{'credentials':{'token':'t'}}")), 201));
    until(desk, "toggl", hasRecords(4)); // two time windows with the same answer
    EXPECT_EQ(found("901")[0].textOr("person"), "Anne Morel");
    EXPECT_EQ(found("902")[0]["version"].integer(), 1) << "the same once more changes nothing";
    answer("/me/time_entries?since", json("[" + entry("901", "'description':'Visit and drawing'") + "," +
                                          entry("902", "'server_deleted_at':'" + day + "T02:00:00Z'") + "]"));
    ASSERT_TRUE(hasStatus(desk.post("/integrations/toggl/sync", Json::object()), 202));
    until(desk, "toggl", hasRecords(5));
    EXPECT_EQ(found("901")[0].textOr("description"), "Visit and drawing");
    EXPECT_EQ(found("902").size(), 0U);
}

} // namespace
} // namespace svc::test
