// The clock is moved while deliveries are in flight, while retries wait, and while schedules run.
#include <atomic>
#include <set>

#include <libpq-fe.h>
#include <unistd.h>

#include "host/db/embedded.hpp"
#include "support/checks.hpp"
#include "support/https_receiver.hpp"
#include "support/invariants.hpp"

namespace svc::test {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

class MovedClock : public ::testing::Test {
protected:
    MovedClock() { key_ = makeFullKey(service_); }
    ~MovedClock() override {
        std::error_code ignored;
        std::filesystem::remove_all(folder_, ignored);
    }

    ServiceOptions options() const {
        ServiceOptions options;
        options.plugins.push_back("probe");
        options.pluginFolders = {SVC_TEST_PLUGINS};
        options.extra = "webhooks: { allow: [\"" + receiver_.hostAndPort() + "\"], caFile: \"" +
                        receiver_.certificate().string() + "\" }\n";
        return options;
    }
    std::string count(const std::string& from) const {
        return service_.sql("SELECT count(*) FROM " + from).front();
    }
    int hourly() const { return std::stoi(count("probe.mark WHERE text LIKE 'hourly%'")); }
    bool becomes(const std::string& from, const std::string& wanted) const {
        for (int i = 0; i < 600 && count(from) != wanted; ++i) {
            std::this_thread::sleep_for(milliseconds(50));
        }
        return count(from) == wanted;
    }
    void addHook(const std::string& path) {
        ASSERT_TRUE(hasStatus(service_.client(key_).post(
                                  service_.company("/webhooks"),
                                  Json::object({{"url", receiver_.url(path)},
                                                {"events", Json(std::vector<std::string>{"sale.created"})}})),
                              201));
    }
    void sell() {
        ASSERT_TRUE(hasStatus(service_.client(key_).post(service_.company("/sales"), smallSale()), 201));
    }
    /// Moves the clock forward and runs everything that is due.
    void forward(const std::string& duration) {
        ASSERT_TRUE(hasStatus(
            service_.anonymous().post("/testing/clock", Json::object({{"advance", duration}})), 200));
    }
    /// The route only moves the clock forward, so this changes the stored offset and makes the host read it.
    void back(int hours) {
        const auto access = host::db::EmbeddedServer::attach(service_.dataFolder());
        ASSERT_TRUE(access);
        const std::unique_ptr<PGconn, decltype(&PQfinish)> connection(
            PQconnectdb(access->owner.connectionString.c_str()), &PQfinish);
        const std::string sql =
            "UPDATE svc.clock_offset SET micros = micros - " + std::to_string(hours) + " * 3600000000";
        const std::unique_ptr<PGresult, decltype(&PQclear)> result(PQexec(connection.get(), sql.c_str()),
                                                                   &PQclear);
        ASSERT_EQ(PQresultStatus(result.get()), PGRES_COMMAND_OK) << PQerrorMessage(connection.get());
        forward("PT1S");
    }
    /// The path received each event exactly once.
    void expectOnce(const std::string& path, std::size_t events) const {
        const auto received = receiver_.received(path);
        std::set<std::string> ids;
        for (const Received& request : received) {
            ids.insert(request.header("svc-event-id"));
        }
        EXPECT_EQ(ids.size(), events) << "none is lost";
        EXPECT_EQ(received.size(), events) << "none is sent again";
    }

    std::filesystem::path folder_ =
        std::filesystem::temp_directory_path() / ("svc-clock-" + std::to_string(::getpid()));
    HttpsReceiver receiver_{folder_};
    RunningService service_{options()};
    std::string key_;
};

TEST_F(MovedClock, NeitherLosesNorDoublesWhatIsUnderWay) {
    receiver_.react([](const Received&) {
        Reaction reaction;
        reaction.delay = milliseconds(400);
        return reaction;
    });
    addHook("/slow");
    std::size_t sales = 0;
    for (const char* jump : {"PT2H", "PT26H"}) {
        for (int i = 0; i < 4; ++i, ++sales) {
            sell();
        }
        receiver_.waitFor("/slow", sales - 3);
        forward(jump); // by this clock every lease has expired
        for (int i = 0; i < 2; ++i, ++sales) {
            sell();
        }
        receiver_.waitFor("/slow", sales - 1);
        back(2);
        EXPECT_TRUE(becomes("svc.webhook_due WHERE leased", "0"));
        forward("PT3H"); // later than the clock has ever been
        EXPECT_TRUE(becomes("svc.webhook_due", "0"));
        expectOnce("/slow", sales);
    }
    EXPECT_EQ(count("svc.webhook_delivery WHERE state <> 'succeeded'"), "0");
    expectInvariants(service_);
}

TEST_F(MovedClock, BackwardsHoldsBackRetriesAndSchedulesButNothingNew) {
    for (int i = 0; i < 200 && hourly() < 1; ++i) {
        std::this_thread::sleep_for(milliseconds(50));
    }
    ASSERT_EQ(hourly(), 1);
    std::atomic<bool> failing{true};
    receiver_.react([&failing](const Received& request) {
        return failing && request.path == "/failing" ? Reaction::status(503) : Reaction();
    });
    addHook("/failing");
    sell();
    ASSERT_TRUE(becomes("svc.webhook_delivery WHERE state = 'retrying'", "1"));
    failing = false;
    back(5);
    addHook("/new");
    sell();
    EXPECT_EQ(receiver_.waitFor("/new", 1).size(), 1U) << "what happens now is told now";
    EXPECT_TRUE(becomes("svc.webhook_delivery WHERE state = 'retrying'", "1"));
    EXPECT_EQ(hourly(), 1);
    forward("PT5H10M");
    EXPECT_TRUE(becomes("svc.webhook_delivery WHERE state = 'succeeded'", "3"));
    EXPECT_EQ(count("svc.webhook_delivery WHERE attempt = 2"), "1");
    EXPECT_EQ(hourly(), 1) << "its hour has not passed";
    forward("PT1H");
    EXPECT_EQ(hourly(), 2);
    EXPECT_EQ(receiver_.received("/failing").size(), 3U);
    expectInvariants(service_);
}

} // namespace
} // namespace svc::test
