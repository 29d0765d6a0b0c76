// The host is killed under load, ten times.
#include <csignal>

#include "faults/load.hpp"

namespace svc::test {
namespace {

constexpr int Crashes = 10;

TEST(Crash, NothingAcknowledgedIsLostAndNothingIsDoubled) {
    RunningService service;
    Load load(service);
    for (int crash = 0; crash < Crashes; ++crash) {
        const std::size_t before = load.acknowledged();
        load.start();
        // Each time at another moment, and only once there was something to lose.
        for (int wait = 0; wait < 1000 && load.acknowledged() < before + 10; ++wait) {
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(37 * crash));
        service.kill();
        load.finish();
        service.start();
        load.replay();
        load.readJournal();
        EXPECT_GT(load.acknowledged(), before);
    }
    load.readJournal();
    load.expectReplays(40);
    load.expectConsistent();
    load.expectJournalComplete();
}

TEST(Crash, ATerminatedServiceFinishesWhatItHasAnswered) {
    ServiceOptions options;
    options.extra = "security: { signup: true }\n";
    RunningService service(options);
    Load load(service);
    load.start();
    while (load.acknowledged() < 30) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    EXPECT_EQ(service.stop(), 0);
    load.finish();
    EXPECT_NE(service.log().find("stopped"), std::string::npos);
    service.start();
    load.expectNothingLost(40);
}

} // namespace
} // namespace svc::test
