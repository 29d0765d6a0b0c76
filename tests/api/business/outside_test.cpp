// Code that runs outside of a transaction: it calls other systems and blocks nobody meanwhile.
#include <atomic>
#include <fstream>
#include <iterator>
#include <regex>
#include <thread>

#include "api/business/desk.hpp"
#include "api/business/provider_service.hpp"

namespace svc::test {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;
using std::chrono::seconds;

class Outside : public ::testing::Test {
protected:
    ~Outside() override {
        outsideWorld().react([](const Received&) { return Reaction{}; });
    }

    Answer call(const std::string& body, const HeaderList& headers = {}) {
        return service.live().post(desk.path("/provider-calls"), js(body), headers);
    }
    /// Delays the answers of the fake provider.
    static void slow(milliseconds delay) {
        outsideWorld().react([delay](const Received&) {
            Reaction reaction;
            reaction.delay = delay;
            return reaction;
        });
    }
    Json job(const std::string& id) { return desk.read("/jobs/" + id); }
    /// Waits until the job has this status.
    Json jobUntil(const std::string& id, const std::string& status) {
        const auto end = Clock::now() + seconds(20);
        Json found = job(id);
        while (found["status"].text() != status && Clock::now() < end) {
            std::this_thread::sleep_for(milliseconds(50));
            found = job(id);
        }
        EXPECT_EQ(found["status"].text(), status) << found.dump();
        return found;
    }
    std::string metrics() { return service.anonymous().get("/metrics").body; }

    RunningService& service = serviceWithProvider();
    Desk desk{service};
};

TEST_F(Outside, TenTestsOfASlowProviderRefuseNobodyElse) {
    ASSERT_TRUE(hasStatus(
        desk.post("/integrations/testpay/connect", js("{'credentials':{'secretKey':'secret'}}")), 201));
    slow(seconds(3));
    const std::size_t before = outsideWorld().received("/ping").size();
    std::atomic<int> running{10};
    std::atomic<int> good{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < 10; ++i) {
        threads.emplace_back([&] {
            const Answer answer =
                service.live().post(desk.path("/integrations/testpay/test"), Json::object());
            good += answer.status == 200 && answer.json["ok"].boolean() ? 1 : 0;
            --running;
        });
    }
    std::this_thread::sleep_for(milliseconds(300));
    int served = 0;
    for (HttpClient client = service.live(); running > 0; ++served) {
        const auto began = Clock::now();
        EXPECT_TRUE(hasStatus(client.get(desk.path("/integrations")), 200));
        EXPECT_TRUE(hasStatus(client.patch(desk.path("/integrations/testpay/settings"), js("{'a':1}")), 200))
            << "the row of the connection is not locked meanwhile";
        EXPECT_LT(Clock::now() - began, seconds(2));
        std::this_thread::sleep_for(milliseconds(200));
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    EXPECT_EQ(good, 10);
    EXPECT_GT(served, 3);
    const std::vector<Received> pings = outsideWorld().received("/ping");
    EXPECT_EQ(pings.size(), before + 10);
    EXPECT_EQ(pings.back().header("authorization"), "Bearer secret");
    EXPECT_NE(metrics().find("svc_connector_calls_total{plugin=\"provider\",status=\"200\"} "),
              std::string::npos);
    EXPECT_EQ(service.live().remove(desk.path("/integrations/testpay")).status, 204);
}

TEST_F(Outside, ARepeatedKeyCallsOnce) {
    slow(seconds(1));
    const HeaderList key{{"Idempotency-Key", unique("key-of-a-call-")}};
    const std::string order = "{'action':'call','url':'/once','text':'x'}";
    Answer first;
    std::thread thread([&] { first = call(order, key); });
    outsideWorld().waitFor("/once?q=a%20b", 1);
    EXPECT_TRUE(isRefusal(call(order, key), 409, "in-flight"));
    thread.join();
    ASSERT_TRUE(hasStatus(first, 200));
    EXPECT_EQ(first.json["status"].integer(), 200);
    const Answer again = call(order, key);
    EXPECT_EQ(again.header("idempotent-replay"), "true");
    EXPECT_EQ(again.body, first.body);
    const std::vector<Received> calls = outsideWorld().received("/once?q=a%20b");
    ASSERT_EQ(calls.size(), 1U);
    EXPECT_EQ(calls[0].body, "text=x");

    const HeaderList other{{"Idempotency-Key", unique("key-of-a-refusal-")}};
    EXPECT_TRUE(isRefusal(call("{'action':'refuse'}", other), 400, "provider-refused"));
    EXPECT_TRUE(isRefusal(call("{'action':'refuse'}", other), 400, "provider-refused"));
    EXPECT_EQ(outsideWorld().received("/refused").size(), 1U) << "a refusal is kept as well";
    EXPECT_TRUE(service.sql("SELECT 1 FROM svc.outside_request").empty());
    EXPECT_TRUE(isRefusal(call(order, {{"Svc-Dry-Run", "true"}}), 400, "field-invalid:Svc-Dry-Run"));
}

TEST_F(Outside, AKeyOfACallThatWasCutOffIsFreeAfterAWhile) {
    slow(seconds(2));
    const HeaderList key{{"Idempotency-Key", unique("key-of-a-crash-")}};
    const std::string order = "{'action':'call','url':'/cut','text':'x'}";
    std::thread thread([&] { EXPECT_ANY_THROW(call(order, key)); });
    outsideWorld().waitFor("/cut?q=a%20b", 1);
    service.kill();
    thread.join();
    service.start();
    slow(milliseconds(0));
    EXPECT_TRUE(isRefusal(call(order, key), 409, "in-flight")) << "nobody knows what became of it";
    service.anonymous().post("/testing/clock", js("{'advance':'PT2M'}"));
    EXPECT_TRUE(hasStatus(call(order, key), 200));
}

TEST_F(Outside, NobodyIsCalledInATransactionAndNothingIsWrittenOutsideOfOne) {
    const Json faults = call("{'action':'misuse'}").json;
    for (const auto& [what, code] : std::map<std::string, std::string>{{"database", "no-transaction"},
                                                                       {"event", "no-transaction"},
                                                                       {"network", "network-in-transaction"},
                                                                       {"command", "network-in-transaction"},
                                                                       {"put", "no-transaction"},
                                                                       {"header", "internal-error"}}) {
        EXPECT_EQ(faults[what].text().substr(0, code.size()), code) << what << ": " << faults.dump();
    }
    EXPECT_TRUE(outsideWorld().received("/never").empty());
}

TEST_F(Outside, OnlyPlacesThatThePluginNamesAreCalled) {
    const auto errorOf = [&](const std::string& url) {
        return call("{'action':'call','url':'" + url + "'}").json["error"].text();
    };
    EXPECT_EQ(errorOf("https://example.com/"), "permission-refused");
    EXPECT_EQ(errorOf("https://127.0.0.1:1/"), "permission-refused");
    EXPECT_EQ(errorOf("http://" + outsideWorld().hostAndPort() + "/"), "permission-refused");
    EXPECT_EQ(errorOf("https://provider.example/"), "permission-refused");
    EXPECT_EQ(errorOf("https://api.provider.example/"), "resolve");
    outsideWorld().react(
        [](const Received&) { return Reaction::status(429, "Retry-After: 120\r\n", std::string(100, 'x')); });
    const Json limited = call("{'action':'call','url':'/limited'}").json;
    EXPECT_EQ(limited["status"].integer(), 429);
    EXPECT_FALSE(limited["retryAfter"].isNull());
    outsideWorld().react(
        [](const Received&) { return Reaction::status(200, {}, std::string(2'000'000, 'x')); });
    EXPECT_EQ(errorOf("/long"), "too-large");
}

TEST_F(Outside, SecretsAreSealedAndStayWithTheirPlugin) {
    const Json seen = call("{'action':'secrets','text':'s3cret-value'}").json;
    EXPECT_EQ(seen["key"].text(), "s3cret-value");
    EXPECT_TRUE(seen["group"].isNull());
    EXPECT_TRUE(seen["right"].boolean());
    EXPECT_FALSE(seen["wrong"].boolean());
    EXPECT_EQ(service.sql("SELECT plugin FROM svc.plugin_secret WHERE name = 'key'"),
              std::vector<std::string>{"provider"});
    EXPECT_TRUE(service.sql("SELECT 1 FROM svc.plugin_secret WHERE sealed LIKE '%s3cret%'").empty());
    EXPECT_EQ(service.log().find("s3cret-value"), std::string::npos);
}

TEST_F(Outside, SecretsAreInNoCoreDump) {
    const std::string process = "/proc/" + std::to_string(service.pid());
    std::ifstream limits(process + "/limits");
    const std::string all{std::istreambuf_iterator<char>(limits), {}};
    EXPECT_TRUE(std::regex_search(all, std::regex("Max core file size +0 +0 "))) << all;
    unsigned long kinds = 1; // kinds of memory in a core dump that is piped to a program
    std::ifstream(process + "/coredump_filter") >> std::hex >> kinds;
    EXPECT_EQ(kinds, 0U);
}

TEST_F(Outside, JobsOfALaneRunOneAfterTheOtherAndComeBackWhenTheyAsk) {
    slow(milliseconds(200));
    const std::size_t before = outsideWorld().received("/transmit").size();
    const Json ids = call("{'action':'file','text':'one again two three'}").json["ids"];
    jobUntil(ids[0].text(), "succeeded");
    const Json waiting = jobUntil(ids[1].text(), "queued");
    EXPECT_EQ(job(ids[2].text())["status"].text(), "queued") << "it waits for the one before";
    const auto end = Clock::now() + seconds(20);
    while (job(ids[1].text())["error"].isNull() && Clock::now() < end) {
        std::this_thread::sleep_for(milliseconds(50));
    }
    EXPECT_EQ(job(ids[1].text())["error"].text(), "not yet");
    service.anonymous().post("/testing/clock", js("{'advance':'PT11S'}"));
    const Json last = jobUntil(ids[3].text(), "succeeded");
    EXPECT_TRUE(same(last["result"], js("{'name':'three'}")));
    EXPECT_TRUE(same(last["progress"], js("{'done':1,'total':2}")));
    std::vector<std::string> order;
    for (const Received& one : outsideWorld().received("/transmit")) {
        order.push_back(one.body);
    }
    order.erase(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(before));
    EXPECT_EQ(order, (std::vector<std::string>{"one 1", "again 1", "again 1", "two 1", "three 1"}));
}

TEST_F(Outside, AJobThatHasLostItsLeaseKeepsNothing) {
    slow(seconds(3));
    const std::size_t before = outsideWorld().received("/transmit").size();
    const std::string id = call("{'action':'file','text':'late'}").json["ids"][0].text();
    outsideWorld().waitFor("/transmit", before + 1);
    // After its time limit and its lease have expired, another thread takes the job.
    service.anonymous().post("/testing/clock", js("{'advance':'PT2M'}"));
    jobUntil(id, "succeeded");
    const std::vector<Received> sent = outsideWorld().received("/transmit");
    ASSERT_EQ(sent.size(), before + 2);
    EXPECT_EQ(sent.back().body, "late 2");
    EXPECT_EQ(sent.back().header("idempotency-key"), "late");
    EXPECT_NE(service.log().find("lease-lost"), std::string::npos);
}

} // namespace
} // namespace svc::test
