// One company sends far more than its share; other companies must not notice.
#include <algorithm>
#include <atomic>
#include <iostream>
#include <memory>
#include <thread>

#include "support/checks.hpp"
#include "support/invariants.hpp"

namespace svc::test {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;
using std::chrono::seconds;

class NoisyCompany : public ::testing::Test {
protected:
    static ServiceOptions options() {
        ServiceOptions options;
        options.plugins.push_back("probe");
        options.pluginFolders = {SVC_TEST_PLUGINS};
        options.server = "threads: 16, queue: 64";
        return options;
    }
    HttpClient quiet() const { return service_.client(other_.textOr("liveKey")); }
    std::string ofQuiet(const std::string& path) const {
        return "/companies/" + other_.textOr("companyId") + path;
    }
    static Json order(const std::string& action, const std::string& name) {
        return Json::object({{"action", action}, {"name", name}});
    }
    /// The median time of `count` reads of the quiet company, each of which must succeed.
    milliseconds medianRead(int count) const {
        HttpClient client = quiet();
        std::vector<Clock::duration> times;
        for (int i = 0; i < count; ++i) {
            const auto began = Clock::now();
            EXPECT_TRUE(hasStatus(client.get(ofQuiet("/sales?limit=1")), 200));
            times.push_back(Clock::now() - began);
        }
        std::sort(times.begin(), times.end());
        return std::chrono::duration_cast<milliseconds>(times[times.size() / 2]);
    }
    std::string metric(const std::string& name) const {
        const std::string text = service_.anonymous().get("/metrics").body;
        const std::size_t at = text.find('\n' + name + ' ');
        return at == std::string::npos
                   ? ""
                   : text.substr(at + name.size() + 2, text.find('\n', at + 1) - at - name.size() - 2);
    }
    int marks(const std::string& like) const {
        return std::stoi(
            service_.sql("SELECT count(*) FROM probe.mark WHERE text LIKE '" + like + "'").front());
    }

    /// Shared by these tests.
    struct World {
        RunningService service{options()};
        Json other = service.createCompany("Quiet", "BE");
    };
    static std::unique_ptr<World>& world() {
        static std::unique_ptr<World> made;
        return made;
    }
    static void SetUpTestSuite() { world() = std::make_unique<World>(); }
    static void TearDownTestSuite() { world().reset(); }

    RunningService& service_ = world()->service;
    const Json& other_ = world()->other;
};

TEST_F(NoisyCompany, ThatFloodsWithSlowRequestsIsRefusedItsExcessAndHoldsNobodyElse) {
    const milliseconds alone = medianRead(20);
    // The first request makes the service cache the key.
    ASSERT_TRUE(hasStatus(service_.live().post(service_.company("/probe"), order("sleep", "0")), 200));
    std::atomic<bool> stopping{false};
    std::atomic<int> answered{0};
    std::atomic<int> refused{0};
    std::vector<std::thread> flood;
    for (int i = 0; i < 40; ++i) {
        flood.emplace_back([&] {
            HttpClient client = service_.live();
            while (!stopping) {
                const Answer answer = client.post(service_.company("/probe"), order("sleep", "0.5"));
                if (answer.status == 200) {
                    ++answered;
                    continue;
                }
                EXPECT_TRUE(isRefusal(answer, 429, "too-many-requests"));
                EXPECT_GE(std::stoi('0' + answer.header("retry-after")), 1);
                ++refused;
                std::this_thread::sleep_for(milliseconds(50));
            }
        });
    }
    while (refused == 0 && answered < 400) {
        std::this_thread::sleep_for(milliseconds(20));
    }
    const milliseconds beside = medianRead(40);
    EXPECT_EQ(quiet().post(ofQuiet("/sales"), smallSale()).status, 201) << "writes too";
    EXPECT_LT(beside, alone + milliseconds(250));
    std::cout << "a read beside the flood takes " << beside.count() << " ms, alone " << alone.count()
              << " ms\n";
    stopping = true;
    for (std::thread& thread : flood) {
        thread.join();
    }
    EXPECT_GT(answered, 0) << "what fits into the share is answered";
    EXPECT_GT(refused, 0);
    EXPECT_EQ(metric("svc_db_pool_share"), "6");
    EXPECT_GT(std::stoi('0' + metric("svc_http_crowded_total")) +
                  std::stoi('0' + metric("svc_db_pool_share_timeouts_total")),
              0);
    EXPECT_TRUE(hasStatus(service_.live().get(service_.company("/sales?limit=1")), 200))
        << "served again at once";
    expectInvariants(service_);
}

TEST_F(NoisyCompany, HasOnlyAFewExportsAtATime) {
    const auto path = [](const std::string& lasting) { return "/probe/export?seconds=" + lasting; };
    std::atomic<int> running{2};
    std::vector<std::thread> exports;
    for (int i = 0; i < 2; ++i) {
        exports.emplace_back([&] {
            HttpClient client = service_.live();
            Answer answer = client.get(service_.company(path("4")));
            while (answer.status == 429) { // the shorter export below was first
                std::this_thread::sleep_for(milliseconds(20));
                answer = client.get(service_.company(path("4")));
            }
            EXPECT_TRUE(hasStatus(answer, 200));
            --running;
        });
    }
    HttpClient client = service_.live();
    Answer third = client.get(service_.company(path("0")));
    while (third.status == 200 && running > 0) {
        std::this_thread::sleep_for(milliseconds(50));
        third = client.get(service_.company(path("0")));
    }
    EXPECT_TRUE(isRefusal(third, 429, "too-many-requests"));
    EXPECT_EQ(third.header("retry-after"), "5");
    EXPECT_TRUE(hasStatus(quiet().get(ofQuiet(path("0"))), 200)) << "another company has its own";
    EXPECT_TRUE(hasStatus(client.get(service_.company("/sales?limit=1")), 200)) << "other requests go on";
    for (std::thread& thread : exports) {
        thread.join();
    }
    EXPECT_TRUE(hasStatus(client.get(service_.company(path("0"))), 200)) << "the places are free again";
}

TEST_F(NoisyCompany, WhoseJobsAreManyAndSlowLetsThoseOfOthersPass) {
    constexpr int Many = 60;
    HttpClient client = service_.live();
    for (int i = 0; i < Many; ++i) {
        ASSERT_TRUE(hasStatus(
            client.post(service_.company("/probe"), order("job", "slow" + std::to_string(i))), 200));
    }
    ASSERT_TRUE(hasStatus(quiet().post(ofQuiet("/probe"), order("job", "quick")), 200));
    const auto began = Clock::now();
    while (marks("later quick") == 0 && Clock::now() - began < seconds(60)) {
        std::this_thread::sleep_for(milliseconds(50));
    }
    EXPECT_EQ(marks("later quick"), 1);
    EXPECT_LT(marks("later slow%"), Many * 2 / 3) << "it did not wait for those that were filed before";
    while (marks("later slow%") < Many && Clock::now() - began < seconds(120)) {
        std::this_thread::sleep_for(milliseconds(200));
    }
    EXPECT_EQ(marks("later slow%"), Many) << "each is run, and once";
}

TEST_F(NoisyCompany, WhosePluginWaitsForAProviderDelaysNoOtherCompany) {
    constexpr int Sleeping = 12;
    HttpClient client = service_.live();
    for (int i = 0; i < Sleeping; ++i) {
        ASSERT_TRUE(hasStatus(
            client.post(service_.company("/probe"), order("job", "sleep " + std::to_string(i))), 200));
    }
    // Other jobs claimed in the same batch are released after a second.
    const auto running = [&] {
        return service_
            .sql("SELECT count(*) FROM svc.job WHERE state = 'running' AND payload LIKE '%sleep %'")
            .front();
    };
    for (int i = 0; running() != "2" && i < 100; ++i) {
        std::this_thread::sleep_for(milliseconds(50));
    }
    ASSERT_EQ(running(), "2") << "a quarter of eight threads";
    for (int i = 0; i < 5; ++i) {
        const std::string name = "prompt " + std::to_string(i);
        const auto began = Clock::now();
        ASSERT_TRUE(hasStatus(quiet().post(ofQuiet("/probe"), order("job", name)), 200));
        while (marks("later " + name) == 0 && Clock::now() - began < seconds(30)) {
            std::this_thread::sleep_for(milliseconds(10));
        }
        EXPECT_LT(Clock::now() - began, seconds(1)) << "the same plugin for another company";
    }
    EXPECT_EQ(running(), "2");
    EXPECT_TRUE(hasStatus(client.get(service_.company("/sales?limit=1")), 200));
}

} // namespace
} // namespace svc::test
