// The primary dies and its synchronous standby takes over; then the same in the other direction.
#include <chrono>
#include <iostream>

#include "faults/journal_reader.hpp"
#include "faults/load.hpp"
#include "faults/own_postgres.hpp"
#include "faults/own_server.hpp"
#include "faults/rounds.hpp"

namespace svc::test {
namespace {

using Clock = std::chrono::steady_clock;

class Failover : public ::testing::Test {
protected:
    Failover() {
        primary_->create();
        primary_->start();
        primary_->sql("CREATE DATABASE shop");
        makeStandby();
    }
    /// Creates a standby; after this, each commit waits for it.
    void makeStandby() {
        standby_->copyOf(*primary_);
        standby_->start();
        primary_->sql("ALTER SYSTEM SET synchronous_standby_names = '*'");
        primary_->sql("SELECT pg_reload_conf()");
        primary_->sql("DO $$ BEGIN FOR i IN 1..300 LOOP EXIT WHEN EXISTS (SELECT FROM pg_stat_replication"
                      " WHERE sync_state = 'sync'); PERFORM pg_sleep(0.1); PERFORM pg_stat_clear_snapshot();"
                      " END LOOP; IF NOT EXISTS (SELECT FROM pg_stat_replication WHERE sync_state = 'sync')"
                      " THEN RAISE 'no synchronous standby'; END IF; END $$");
    }
    /// The old primary is created anew as a standby of the promoted server.
    void changeRoles() {
        std::swap(primary_, standby_);
        standby_->discard();
        makeStandby();
    }
    static std::filesystem::path folder(const std::string& name) {
        return std::filesystem::temp_directory_path() / ("svc-" + name + '-' + std::to_string(::getpid()));
    }
    /// A connection URL as an operator writes it: both servers, with the writable one as target.
    std::string url() const {
        return "postgresql://postgres@/shop?host=" + one_.folder() + ',' + other_.folder() +
               "&target_session_attrs=read-write";
    }

    OwnPostgres one_{folder("primary")};
    OwnPostgres other_{folder("standby")};
    OwnPostgres* primary_ = &one_;
    OwnPostgres* standby_ = &other_;
};

TEST_F(Failover, ToASynchronousStandbyLosesNothingThatWasAcknowledged) {
    const int rounds = faultRounds(2);
    RunningService service(onServer(url()));
    Load load(service, 16);
    JournalReader reader(service);
    for (int round = 0; round < rounds; ++round) {
        if (round > 0) {
            changeRoles();
        }
        load.start();
        reader.start();
        waitForAnswers(load, 40);
        primary_->kill();
        const Answer meanwhile = service.live().get(service.company("/sales?limit=1"));
        EXPECT_TRUE(isRefusal(meanwhile, 503, "not-ready")) << "a standby cannot be written to";
        EXPECT_NE(meanwhile.header("retry-after"), "");
        const auto began = Clock::now();
        standby_->promote();
        waitUntilReady(service);
        waitForAnswers(load, 1);
        const auto lasted = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - began);
        std::cout << "writes are acknowledged again " << lasted.count() << " ms after the order to promote\n";
        EXPECT_LT(lasted, std::chrono::seconds(30)) << "without a restart of the service";
        waitForAnswers(load, 20);
        load.finish();
        reader.finish();
        load.replay();
        reader.expectNothingVanished();
    }
    std::cout << rounds << " failovers: " << load.acknowledged() << " writes acknowledged, "
              << load.repeated() << " repeated, " << reader.given() << " events given to a reader\n";
    load.expectNothingLost(20);
}

} // namespace
} // namespace svc::test
