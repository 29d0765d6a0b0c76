// The database server dies, alone or together with the host; or the server belongs to the administrator.
#include <csignal>
#include <fstream>
#include <iostream>

#include "faults/journal_reader.hpp"
#include "faults/load.hpp"
#include "faults/rounds.hpp"
#include "host/db/embedded.hpp"

namespace svc::test {
namespace {

pid_t postmasterOf(const RunningService& service) {
    std::ifstream file(service.dataFolder() / "postgres" / "data" / "postmaster.pid");
    pid_t pid = 0;
    file >> pid;
    return pid;
}

TEST(Database, TheServiceRecoversFromTheDeathOfItsServerByItself) {
    RunningService service;
    Load load(service);
    load.start();
    while (load.acknowledged() < 20) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    const pid_t first = postmasterOf(service);
    ASSERT_GT(first, 0);
    ::kill(first, SIGKILL);
    HttpClient client = service.live();
    bool recovered = false;
    for (int attempt = 0; attempt < 600 && !recovered; ++attempt) {
        const Answer answer = client.get(service.company("/sales?limit=1"));
        if (answer.status == 503) {
            EXPECT_TRUE(isRefusal(answer, 503, "not-ready"));
            EXPECT_NE(answer.header("retry-after"), "");
        } else {
            EXPECT_TRUE(hasStatus(answer, 200));
            recovered = postmasterOf(service) != first && postmasterOf(service) != 0;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    ASSERT_TRUE(recovered);
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    load.finish();
    load.replay();
    load.expectReplays(20);
    load.expectConsistent();
    EXPECT_EQ(service.anonymous().get("/ready").status, 200);

    // Host and server are killed together, and the next start finds the remains.
    const std::size_t before = load.acknowledged();
    load.start();
    while (load.acknowledged() < before + 10) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    ::kill(postmasterOf(service), SIGKILL);
    service.kill();
    load.finish();
    service.start();
    load.expectNothingLost(20);
}

TEST(Database, ThatIsKilledWithAllItsProcessesTakesNothingBack) {
    const int rounds = faultRounds(2);
    RunningService service;
    Load load(service, 16);
    JournalReader reader(service);
    for (int round = 0; round < rounds; ++round) {
        const pid_t postmaster = postmasterOf(service);
        ASSERT_GT(postmaster, 0);
        load.start();
        reader.start();
        waitForAnswers(load, 10);
        std::this_thread::sleep_for(std::chrono::milliseconds(37 * round % 200));
        killWithChildren(postmaster);
        load.finish();
        reader.finish();
        for (int i = 0; i < 3000 && (postmasterOf(service) == postmaster || postmasterOf(service) == 0);
             ++i) {
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
        waitUntilReady(service);
        load.replay();
        reader.expectNothingVanished();
    }
    std::cout << rounds << " crashes of PostgreSQL: " << load.acknowledged() << " writes acknowledged, "
              << load.repeated() << " repeated after a crash, " << reader.given()
              << " events given to a reader\n";
    load.readJournal();
    load.expectReplays(40);
    load.expectConsistent();
    load.expectJournalComplete();
}

TEST(Database, AServerOfOnesOwnIsALineOfConfiguration) {
    const std::filesystem::path folder =
        std::filesystem::temp_directory_path() / ("svc-external-" + std::to_string(::getpid()));
    host::db::EmbeddedOptions cluster;
    cluster.dataFolder = folder;
    cluster.database = "shop";
    cluster.durable = false;
    {
        const auto server = host::db::EmbeddedServer::start(cluster);
        ServiceOptions options;
        options.database = server->superuser().connectionString;
        options.clock = false;
        RunningService service(options);
        EXPECT_FALSE(std::filesystem::exists(service.dataFolder() / "postgres"));
        HttpClient live = service.live();
        const Answer sale =
            live.post(service.company("/sales"), smallSale(), {{"Idempotency-Key", "external-key"}});
        ASSERT_TRUE(hasStatus(sale, 201));
        EXPECT_EQ(service.stop(), 0);
        service.start();
        HttpClient again = service.live();
        EXPECT_EQ(again.get(service.company("/sales/" + sale.json.textOr("id"))).status, 200);
        EXPECT_EQ(again.post(service.company("/sales"), smallSale(), {{"Idempotency-Key", "external-key"}})
                      .header("idempotent-replay"),
                  "true");
        const Json other = service.createCompany("Elsewhere", "BE");
        EXPECT_EQ(
            service.client(other.textOr("liveKey")).get("/companies/" + other.textOr("companyId")).status,
            200);
    }
    std::error_code ignored;
    std::filesystem::remove_all(folder, ignored);
}

} // namespace
} // namespace svc::test
