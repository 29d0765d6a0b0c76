// Two hosts on one database: each takes over the work that the other leaves, and no work is done twice.
#include <atomic>
#include <set>
#include <thread>

#include <svc/date.hpp>

#include "faults/own_server.hpp"
#include "support/checks.hpp"
#include "support/https_receiver.hpp"
#include "support/invariants.hpp"

namespace svc::test {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

class Hosts : public ::testing::Test {
protected:
    Hosts() : receiver_(server_.folder()), first_(options()), second_(secondOptions()) {
        key_ = makeFullKey(first_);
    }

    ServiceOptions options() const {
        ServiceOptions options = onServer(server_.url());
        options.plugins.push_back("probe");
        options.pluginFolders = {SVC_TEST_PLUGINS};
        options.extra = "security: { masterKeyFile: \"" + (server_.folder() / "master.key").string() +
                        "\" }\nwebhooks: { allow: [\"" + receiver_.hostAndPort() + "\"], caFile: \"" +
                        receiver_.certificate().string() + "\" }\n";
        return options;
    }
    ServiceOptions secondOptions() const {
        ServiceOptions options = this->options();
        options.dataFolder = server_.folder() / "second";
        return options;
    }
    std::string company(const std::string& path) const { return first_.company(path); }
    std::string countOf(const std::string& from) const {
        return second_.sql("SELECT count(*) FROM " + from).front();
    }
    bool waitForCount(const std::string& from, const std::string& count, seconds limit) const {
        const auto end = std::chrono::steady_clock::now() + limit;
        while (std::chrono::steady_clock::now() < end && countOf(from) != count) {
            std::this_thread::sleep_for(milliseconds(200));
        }
        return countOf(from) == count;
    }

    /// Successful attempts of this host, from its metrics.
    static int delivered(RunningService& host) {
        const std::string metrics = host.anonymous().get("/metrics").body;
        const std::string name = "svc_delivery_attempts_total{outcome=\"succeeded\"} ";
        const std::size_t at = metrics.find(name);
        return at == std::string::npos ? -1 : std::stoi(metrics.substr(at + name.size()));
    }

    OwnServer server_;
    HttpsReceiver receiver_;
    RunningService first_;
    RunningService second_;
    std::string key_;
};

TEST_F(Hosts, ServeTheSameCompanyAndRunItsSchedulesOnce) {
    EXPECT_EQ(countOf("svc.company"), "1") << "the second host finds the company of the first";
    EXPECT_TRUE(waitForCount("probe.mark WHERE text LIKE 'hourly%'", "1", seconds(30)));
    const Answer sale = first_.client(key_).post(company("/sales"), smallSale());
    ASSERT_TRUE(hasStatus(sale, 201));
    HttpClient other = second_.client(key_);
    EXPECT_TRUE(hasStatus(other.get(company("/sales/" + sale.json.textOr("id"))), 200));
    // A cursor of one host is valid at the other, because they share the master key.
    const Answer page = first_.client(key_).get(company("/events?limit=1"));
    ASSERT_TRUE(hasStatus(page, 200));
    EXPECT_TRUE(
        hasStatus(other.get(company("/events?limit=1&cursor=" + page.json.textOr("nextCursor"))), 200));
    EXPECT_EQ(countOf("probe.mark WHERE text LIKE 'hourly%'"), "1");
}

TEST_F(Hosts, ExecuteAKeyOnceWhoeverIsAsked) {
    constexpr int Keys = 20;
    std::atomic<int> executed{0};
    std::vector<std::thread> threads;
    for (RunningService* host : {&first_, &second_}) {
        threads.emplace_back([&, host] {
            HttpClient client = host->client(key_);
            for (int i = 0; i < Keys; ++i) {
                const HeaderList headers{{"Idempotency-Key", "both-hosts-" + std::to_string(i)}};
                Answer answer = client.post(company("/sales"), smallSale("Both"), headers);
                for (int again = 0; answer.status == 409 && again < 100; ++again) {
                    std::this_thread::sleep_for(milliseconds(20));
                    answer = client.post(company("/sales"), smallSale("Both"), headers);
                }
                EXPECT_TRUE(hasStatus(answer, 201));
                executed += answer.header("idempotent-replay").empty() ? 1 : 0;
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    EXPECT_EQ(executed, Keys);
    EXPECT_EQ(countOf("sales.line WHERE label = 'Both'"), std::to_string(Keys));
    expectInvariants(second_);
}

TEST_F(Hosts, TakeOverWhatAKilledOneHadClaimed) {
    constexpr std::size_t Sales = 6;
    HttpClient client = second_.client(key_);
    ASSERT_TRUE(
        hasStatus(client.post(company("/webhooks"),
                              Json::object({{"url", receiver_.url("/sales")},
                                            {"events", Json(std::vector<std::string>{"sale.created"})}})),
                  201));
    // The receiver does not answer, so the first host keeps the delivery leased.
    std::atomic<bool> killed{false};
    receiver_.react(
        [&killed](const Received&) { return killed ? Reaction::status(200) : Reaction::silence(); });
    HttpClient dying = first_.client(key_);
    for (std::size_t sale = 0; sale < Sales; ++sale) {
        ASSERT_TRUE(hasStatus(dying.post(company("/sales"), smallSale()), 201));
    }
    for (int job = 0; job < 6; ++job) {
        dying.post(company("/probe"),
                   Json::object({{"action", "job"}, {"name", "taken over " + std::to_string(job)}}));
    }
    receiver_.waitFor("/sales", 1);
    first_.kill();
    killed = true;
    // Leases last a minute of real time, which this test does not move.
    EXPECT_TRUE(
        waitForCount("svc.webhook_delivery WHERE state = 'succeeded'", std::to_string(Sales), seconds(150)));
    EXPECT_TRUE(waitForCount("probe.mark WHERE text LIKE '%taken over%'", "6", seconds(100)));
    EXPECT_EQ(countOf("svc.webhook_due"), "0");
    std::set<std::string> told;
    for (const Received& one : receiver_.received("/sales")) {
        told.insert(one.json()["data"].textOr("id"));
    }
    EXPECT_EQ(told.size(), Sales);
    EXPECT_TRUE(hasStatus(client.post(company("/sales"), smallSale()), 201));
    expectInvariants(second_);
}

TEST_F(Hosts, ShareTheDeliveriesAndNoneIsLostWithOneOfThem) {
    constexpr int Receivers = 20;
    constexpr int Rounds = 5;
    std::atomic<int> thinking{40};
    receiver_.react([&thinking](const Received&) {
        Reaction reaction;
        reaction.delay = milliseconds(thinking);
        return reaction;
    });
    HttpClient dying = first_.client(key_);
    HttpClient living = second_.client(key_);
    for (int i = 0; i < Receivers; ++i) {
        ASSERT_TRUE(
            hasStatus(living.post(company("/webhooks"),
                                  Json::object({{"url", receiver_.url("/shared" + std::to_string(i))},
                                                {"events", Json(std::vector<std::string>{"sale.created"})}})),
                      201));
    }
    for (int round = 0; round < Rounds; ++round) {
        for (HttpClient* client : {&dying, &living}) {
            ASSERT_TRUE(hasStatus(client->post(company("/sales"), smallSale()), 201));
        }
    }
    ASSERT_TRUE(waitForCount("svc.webhook_due", "0", seconds(60)));
    for (RunningService* host : {&first_, &second_}) {
        EXPECT_GT(delivered(*host), 0) << "both hosts deliver";
    }
    EXPECT_EQ(delivered(first_) + delivered(second_), Receivers * Rounds * 2) << "and none twice";

    thinking = 1000;
    for (int round = 0; round < Rounds; ++round) {
        ASSERT_TRUE(hasStatus(dying.post(company("/sales"), smallSale()), 201));
    }
    receiver_.waitFor("/shared0", Rounds * 2 + 1);
    first_.kill();
    EXPECT_NE(countOf("svc.webhook_due WHERE leased"), "0") << "there is something to take over";
    thinking = 0;
    // Leases last a minute.
    ASSERT_TRUE(waitForCount("svc.webhook_due", "0", seconds(150)));
    for (int i = 0; i < Receivers; ++i) {
        std::set<std::string> events;
        for (const Received& one : receiver_.received("/shared" + std::to_string(i))) {
            events.insert(one.header("svc-event-id"));
        }
        EXPECT_EQ(events.size(), static_cast<std::size_t>(Rounds * 3)) << i;
    }
    EXPECT_EQ(countOf("svc.webhook_delivery WHERE state <> 'succeeded'"), "0");
    expectInvariants(second_);
}

TEST_F(Hosts, BeginNothingWithTheSecretThatTheOtherHasRotated) {
    constexpr std::size_t Missed = 80;
    HttpClient sending = first_.client(key_);
    const Answer hook = sending.post(
        company("/webhooks"), Json::object({{"url", receiver_.url("/rotated")},
                                            {"events", Json(std::vector<std::string>{"sale.created"})}}));
    ASSERT_TRUE(hasStatus(hook, 201));
    const std::string path = company("/webhooks/") + hook.json.textOr("id");
    sending.patch(path, Json::object({{"enabled", false}}));
    for (std::size_t i = 0; i < Missed; ++i) {
        ASSERT_TRUE(hasStatus(sending.post(company("/sales"), smallSale()), 201));
    }
    sending.patch(path, Json::object({{"enabled", true}}));
    Gate gate(12);
    receiver_.react(gate.at({"/rotated"}));
    const Json all = Json::object({{"since", Instant(0).toString()}});
    ASSERT_EQ(sending.post(path + "/recover", all).json["replayed"].integer(), std::int64_t{Missed});
    receiver_.waitFor("/rotated", 12);
    const Answer rotated = second_.client(key_).post(path + "/rotate", Json::object());
    const std::size_t sent = receiver_.received("/rotated").size();
    ASSERT_TRUE(hasStatus(rotated, 200));
    EXPECT_GT(Missed, sent) << "there is something left to send";
    gate.letThrough(SIZE_MAX);
    EXPECT_TRUE(waitForCount("svc.webhook_due", "0", seconds(60)));
    const std::vector<Received> received = receiver_.received("/rotated");
    ASSERT_EQ(received.size(), Missed);
    std::size_t late = 0;
    for (std::size_t i = sent; i < received.size(); ++i) {
        late += isSignedWith(received[i], rotated.json.textOr("secret")) ? 0U : 1U;
    }
    EXPECT_LE(late, 4U) << "those that were under way";
}

} // namespace
} // namespace svc::test
