// The host is killed under load, several times.
#include <chrono>
#include <iostream>

#include "faults/journal_reader.hpp"
#include "faults/load.hpp"
#include "faults/rounds.hpp"

namespace svc::test {
namespace {

TEST(Crash, NothingAcknowledgedIsLostAndNothingIsDoubled) {
    const int crashes = faultRounds(10);
    RunningService service;
    Load load(service, 16);
    JournalReader reader(service);
    for (int crash = 0; crash < crashes; ++crash) {
        const std::size_t before = load.acknowledged();
        load.start();
        reader.start();
        // Each time at another moment, after some requests were acknowledged.
        waitForAnswers(load, 10);
        std::this_thread::sleep_for(std::chrono::milliseconds(37 * crash % 400));
        service.kill(); // its private PostgreSQL is killed too
        load.finish();
        reader.finish();
        service.start();
        load.replay();
        load.readJournal();
        reader.expectNothingVanished();
        EXPECT_GT(load.acknowledged(), before);
    }
    std::cout << crashes << " crashes of the host: " << load.acknowledged() << " writes acknowledged, "
              << load.repeated() << " repeated after a crash, " << reader.given()
              << " events given to a reader\n";
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
