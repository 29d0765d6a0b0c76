// The database server is down for a while, or a network drops all packets to it.
#include <csignal>
#include <fstream>

#include "faults/load.hpp"
#include "faults/own_server.hpp"
#include "support/invariants.hpp"
#include "support/tcp_proxy.hpp"

namespace svc::test {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::seconds;

TEST(Outage, OfHalfAMinuteIsAnsweredWith503AndLosesNothing) {
    OwnServer server;
    RunningService service(onServer(server.url()));
    Load load(service);
    load.start();
    waitForAnswers(load, 20);
    server.stop();
    const auto end = Clock::now() + seconds(30);
    HttpClient client = service.live();
    while (Clock::now() < end) {
        const auto began = Clock::now();
        const Answer answer = client.get(service.company("/sales?limit=1"));
        EXPECT_TRUE(isRefusal(answer, 503, "not-ready"));
        EXPECT_NE(answer.header("retry-after"), "");
        EXPECT_LT(Clock::now() - began, seconds(5)) << "the refusal comes soon";
        EXPECT_EQ(service.anonymous().get("/health").status, 200);
        EXPECT_EQ(service.anonymous().get("/ready").status, 503);
        std::this_thread::sleep_for(std::chrono::milliseconds(500));
    }
    server.start();
    waitUntilReady(service);
    waitForAnswers(load, 20);
    load.finish();
    load.expectNothingLost(20);
}

TEST(Outage, OfANetworkThatSwallowsEverythingEndsForEachRequest) {
    OwnServer server;
    TcpProxy proxy(server.socket());
    RunningService service(
        onServer("postgresql://postgres@127.0.0.1:" + std::to_string(proxy.port()) + "/shop"));
    Load load(service);
    load.start();
    waitForAnswers(load, 20);
    proxy.swallow(true);
    std::this_thread::sleep_for(seconds(2));
    const auto began = Clock::now();
    EXPECT_EQ(service.anonymous().get("/ready").status, 503);
    EXPECT_LT(Clock::now() - began, seconds(8)) << "readiness tells soon";
    const Answer answer = service.live().get(service.company("/sales?limit=1"));
    EXPECT_TRUE(isRefusal(answer, 503, "not-ready"));
    EXPECT_LT(Clock::now() - began, seconds(45)) << "nobody waits for ever";
    proxy.swallow(false);
    waitUntilReady(service);
    waitForAnswers(load, 20);
    load.finish();
    load.expectNothingLost(20);

    // The same with connections that are cut: the outcome of a COMMIT is then unknown.
    load.start();
    for (int cut = 0; cut < 10; ++cut) {
        waitForAnswers(load, 3);
        proxy.cut();
    }
    load.finish();
    waitUntilReady(service);
    load.expectNothingLost(20);
}

/// The process id of the private PostgreSQL's postmaster.
pid_t postmasterOf(const RunningService& service) {
    std::ifstream file(service.dataFolder() / "postgres" / "data" / "postmaster.pid");
    pid_t pid = 0;
    file >> pid;
    return pid;
}

TEST(Outage, OfARestartedServerIsShort) {
    RunningService service;
    Load load(service);
    load.start();
    for (int restart = 0; restart < 3; ++restart) {
        waitForAnswers(load, 20);
        // A fast shutdown ends all sessions; then the supervisor of the host restarts the server.
        ::kill(postmasterOf(service), SIGINT);
        std::this_thread::sleep_for(seconds(1));
        waitUntilReady(service);
    }
    load.finish();
    load.expectNothingLost(20);
}

} // namespace
} // namespace svc::test
