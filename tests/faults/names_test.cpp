// The name of a receiver does not resolve, or the resolver is slow.
#include <cstdlib>
#include <fstream>
#include <thread>

#include "support/checks.hpp"
#include "support/https_receiver.hpp"
#include "support/invariants.hpp"

namespace svc::test {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::seconds;

class Names : public ::testing::Test {
protected:
    Names() {
        std::filesystem::create_directories(folder_);
        receiver_ = std::make_unique<HttpsReceiver>(folder_);
        answer('n');
        ::setenv("LYING_NAMES_FILE", file_.c_str(), 1);
        ::setenv("LD_PRELOAD", SVC_LYING_NAMES_LIBRARY, 1);
        const char* asan = std::getenv("ASAN_OPTIONS");
        const std::string before = asan == nullptr ? "" : asan;
        ::setenv("ASAN_OPTIONS", (before + ":verify_asan_link_order=0").c_str(), 1);
        ServiceOptions options;
        options.extra = "webhooks: { allow: [\"" + receiver_->hostAndPort() + "\"], caFile: \"" +
                        receiver_->certificate().string() + "\" }\n";
        service_ = std::make_unique<RunningService>(options);
        ::unsetenv("LD_PRELOAD");
        ::unsetenv("LYING_NAMES_FILE");
        ::setenv("ASAN_OPTIONS", before.c_str(), 1);
        client_ = std::make_unique<HttpClient>(service_->live());
    }
    ~Names() override {
        service_.reset();
        receiver_.reset();
        std::error_code ignored;
        std::filesystem::remove_all(folder_, ignored);
    }

    /// Sets the answer of the resolver.
    void answer(char letter) const { std::ofstream(file_) << letter; }
    std::string createHook(const std::string& url) {
        const Answer made =
            client_->post(service_->company("/webhooks"),
                          Json::object({{"url", url}, {"events", Json::array({"sale.created"})}}));
        EXPECT_TRUE(hasStatus(made, 201));
        return made.json.textOr("id");
    }
    /// A URL at the port of the receiver, with the host name that the test controls.
    std::string named(const std::string& path) const {
        const std::string address = receiver_->hostAndPort();
        return "https://receiver.example" + address.substr(address.find(':')) + path;
    }
    void makeSale() { EXPECT_TRUE(hasStatus(client_->post(service_->company("/sales"), smallSale()), 201)); }
    /// Waits until the first delivery has this status and number of attempts; returns it.
    Json delivery(const std::string& hook, const std::string& status, int attempts, int waitSeconds = 10) {
        Json first;
        const auto end = Clock::now() + seconds(waitSeconds);
        while (Clock::now() < end) {
            const Json all =
                client_->get(service_->company("/webhooks/" + hook + "/deliveries")).json["data"];
            first = all.size() > 0 ? all[all.size() - 1] : Json();
            if (first.isObject() && first.textOr("status") == status &&
                first["attempt"].integer() == attempts) {
                return first;
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
        }
        ADD_FAILURE() << "not " << status << " after " << attempts << " attempts: " << first.dump();
        return Json::object({});
    }
    void advance(const std::string& duration) {
        EXPECT_TRUE(hasStatus(
            service_->anonymous().post("/testing/clock", Json::object({{"advance", duration}})), 200));
    }

    std::filesystem::path folder_ =
        std::filesystem::temp_directory_path() / ("svc-names-" + std::to_string(::getpid()));
    std::string file_ = folder_ / "answer";
    std::unique_ptr<HttpsReceiver> receiver_;
    std::unique_ptr<RunningService> service_;
    std::unique_ptr<HttpClient> client_;
};

TEST_F(Names, ThatDoNotResolveCountAsAttemptsAndAreAskedAgainEachTime) {
    const std::string hook = createHook(named("/mending"));
    makeSale();
    EXPECT_EQ(delivery(hook, "retrying", 1).textOr("error"), "dns") << "no such name";
    answer('f');
    advance("PT61S");
    EXPECT_EQ(delivery(hook, "retrying", 2).textOr("error"), "dns") << "the resolver fails";
    answer('l');
    advance("PT301S");
    EXPECT_EQ(delivery(hook, "succeeded", 3)["httpStatus"].integer(), 200);
    EXPECT_EQ(receiver_->received("/mending").size(), 1U);
    expectInvariants(*service_);
}

TEST_F(Names, OfASlowResolverEndAfterFifteenSecondsAndHoldNobodyElse) {
    std::vector<std::string> slow;
    for (int i = 0; i < 20; ++i) {
        slow.push_back(createHook(named("/slow" + std::to_string(i))));
    }
    answer('s');
    createHook(receiver_->url("/quick"));
    for (std::size_t sale = 1; sale <= 3; ++sale) {
        const auto began = Clock::now();
        makeSale();
        EXPECT_EQ(receiver_->waitFor("/quick", sale).size(), sale);
        EXPECT_LT(Clock::now() - began, seconds(5)) << "less than a third of the wait for a name";
    }
    const Json late = delivery(slow.front(), "retrying", 1, 25);
    EXPECT_EQ(late.textOr("error"), "timeout");
    EXPECT_LT(late["durationMs"].integer(), 18000);
}

} // namespace
} // namespace svc::test
