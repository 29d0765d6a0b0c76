// The host dies exactly where data could be lost or work could be done twice.
#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "faults/load.hpp"
#include "support/https_receiver.hpp"
#include "support/invariants.hpp"

namespace svc::test {
namespace {

constexpr int Killed = 128 + SIGKILL;

void advance(const RunningService& service, const std::string& duration) {
    EXPECT_TRUE(
        hasStatus(service.anonymous().post("/testing/clock", Json::object({{"advance", duration}})), 200));
}

std::string countOf(const RunningService& service, const std::string& from) {
    return service.sql("SELECT count(*) FROM " + from).front();
}

/// Starts with this stop point, waits for the kill, starts again without it.
class StopPoints : public ::testing::Test {
protected:
    static ServiceOptions asleep() {
        ServiceOptions options;
        options.startNow = false;
        return options;
    }
    static void restartWith(RunningService& service, const std::string& point) {
        ASSERT_EQ(service.stop(), 0);
        service.setStopAt(point);
        service.start();
    }
    static void recover(RunningService& service) {
        ASSERT_EQ(service.waitUntilItEnds(), Killed);
        service.setStopAt("");
        service.start();
    }
};

TEST_F(StopPoints, AStartThatDiesAnywhereIsGoneOnWithByTheNext) {
    RunningService service(asleep());
    // A crash before the commit of the first company loses the whole transaction, never a part of it.
    for (const char* point :
         {"migration:1", "migration:4", "grants:1", "migration:6", "grants:2", "first-company"}) {
        service.setStopAt(point);
        EXPECT_EQ(service.startUntilItEnds(), Killed) << point;
    }
    service.setStopAt("");
    service.start();
    EXPECT_EQ(countOf(service, "svc.company"), "1");
    EXPECT_TRUE(hasStatus(service.live().post(service.company("/sales"), smallSale()), 201));
    expectInvariants(service);
}

TEST_F(StopPoints, AWriteWhoseAnswerWasLostIsAnsweredFromTheStore) {
    RunningService service;
    const std::string key = makeFullKey(service);
    restartWith(service, "answer");
    const HeaderList headers{{"Idempotency-Key", "answer-lost"}};
    HttpClient dying = service.client(key);
    EXPECT_ANY_THROW(dying.post(service.company("/sales"), smallSale("Once"), headers));
    recover(service);
    HttpClient client = service.client(key);
    const Answer again = client.post(service.company("/sales"), smallSale("Once"), headers);
    EXPECT_TRUE(hasStatus(again, 201));
    EXPECT_EQ(again.header("idempotent-replay"), "true");
    EXPECT_EQ(countOf(service, "sales.line WHERE label = 'Once'"), "1");
    EXPECT_EQ(client.get(service.company("/sales/" + again.json.textOr("id"))).status, 200);
    expectInvariants(service);
}

/// A service with a reachable receiver and a webhook for sales.
struct Receiving {
    Receiving() : receiver(folder()), service(options(receiver)), key(makeFullKey(service)) {
        HttpClient client = service.client(key);
        EXPECT_TRUE(
            hasStatus(client.post(service.company("/webhooks"),
                                  Json::object({{"url", receiver.url("/sales")},
                                                {"events", Json(std::vector<std::string>{"sale.created"})}})),
                      201));
    }
    ~Receiving() {
        std::error_code ignored;
        std::filesystem::remove_all(folder(), ignored);
    }
    static std::filesystem::path folder() {
        return std::filesystem::temp_directory_path() / ("svc-faults-" + std::to_string(::getpid()));
    }
    static ServiceOptions options(const HttpsReceiver& receiver) {
        ServiceOptions options;
        options.extra = "webhooks: { allow: [\"" + receiver.hostAndPort() + "\"], caFile: \"" +
                        receiver.certificate().string() + "\" }\n";
        return options;
    }
    std::string makeSale() {
        try {
            return service.client(key).post(service.company("/sales"), smallSale()).json.textOr("id");
        } catch (const std::exception&) {
            return "the answer was lost";
        }
    }
    /// Every sale was delivered once or twice, and both deliveries have the same event id.
    void expectToldOnceOrTwice(std::size_t sales) {
        std::map<std::string, std::string> events;
        for (const Received& one : receiver.received("/sales")) {
            const Json event = one.json();
            const auto [known, fresh] = events.emplace(event["data"].textOr("id"), event.textOr("id"));
            EXPECT_TRUE(fresh || known->second == event.textOr("id"));
        }
        EXPECT_EQ(events.size(), sales);
    }
    void expectNothingWaits() {
        for (int i = 0; i < 400 && countOf(service, "svc.webhook_due") != "0"; ++i) {
            std::this_thread::sleep_for(std::chrono::milliseconds(25));
        }
        EXPECT_EQ(countOf(service, "svc.webhook_delivery WHERE state <> 'succeeded'"), "0");
        expectInvariants(service);
    }

    HttpsReceiver receiver;
    RunningService service;
    std::string key;
};

TEST_F(StopPoints, ADeliveryOfAWriteWhoseAnswerWasLostIsSent) {
    Receiving world;
    restartWith(world.service, "answer");
    world.makeSale();
    recover(world.service);
    world.receiver.waitFor("/sales", 1);
    advance(world.service, "PT2M");
    world.expectNothingWaits();
    world.expectToldOnceOrTwice(1);
}

TEST_F(StopPoints, ADeliveryThatWasClaimedIsSentWhenItsLeaseHasEnded) {
    Receiving world;
    restartWith(world.service, "delivery.claimed");
    world.makeSale();
    recover(world.service);
    EXPECT_TRUE(world.receiver.received("/sales").empty());
    advance(world.service, "PT2M");
    world.receiver.waitFor("/sales", 1);
    world.expectNothingWaits();
    world.expectToldOnceOrTwice(1);
    EXPECT_EQ(countOf(world.service, "svc.webhook_delivery WHERE attempt = 2"), "1")
        << "the lost attempt counts";
}

TEST_F(StopPoints, ADeliveryWhoseOutcomeWasLostIsSentOnceMoreAsTheSameEvent) {
    Receiving world;
    restartWith(world.service, "delivery.sent");
    world.makeSale();
    recover(world.service);
    EXPECT_EQ(world.receiver.received("/sales").size(), 1U);
    advance(world.service, "PT2M");
    EXPECT_EQ(world.receiver.waitFor("/sales", 2).size(), 2U);
    world.expectNothingWaits();
    world.expectToldOnceOrTwice(1);
}

TEST_F(StopPoints, ADeliveryThatKillsItsHostEachTimeIsExhaustedInTheEnd) {
    Receiving world;
    restartWith(world.service, "delivery.claimed");
    world.makeSale();
    ASSERT_EQ(world.service.waitUntilItEnds(), Killed);
    // Each start dies at the delivery again when its lease has expired. Attempts are counted before they
    // begin.
    for (int start = 0; start < 8; ++start) {
        try {
            world.service.start();
            advance(world.service, "PT2M");
        } catch (const std::exception&) {
            // The host dies during the request, or before it is ready.
        }
        if (world.service.running()) {
            ASSERT_EQ(world.service.waitUntilItEnds(), Killed);
        }
    }
    world.service.setStopAt("");
    world.service.start();
    advance(world.service, "PT2M");
    EXPECT_EQ(countOf(world.service, "svc.webhook_delivery WHERE state = 'exhausted'"), "1");
    EXPECT_EQ(countOf(world.service, "svc.webhook_due"), "0");
    EXPECT_EQ(countOf(world.service, "svc.webhook WHERE disabled_reason = 'delivery-exhausted'"), "1");
    EXPECT_TRUE(world.receiver.received("/sales").empty());
    expectInvariants(world.service);
}

TEST_F(StopPoints, AHostThatDiesWhileTheReceiverThinksLosesNothing) {
    Receiving world;
    world.receiver.react([](const Received&) {
        Reaction slow = Reaction::status(200);
        slow.delay = std::chrono::seconds(5);
        return slow;
    });
    for (int sale = 0; sale < 5; ++sale) {
        world.makeSale();
    }
    world.receiver.waitFor("/sales", 1);
    world.service.kill();
    world.receiver.react({});
    world.service.start();
    advance(world.service, "PT2M");
    world.expectNothingWaits();
    world.expectToldOnceOrTwice(5);
}

/// The probe plugin: its job `later` writes a mark, its subscriber `stubborn` one for each attempt.
struct Probed {
    Probed() : service(options()) {}
    static ServiceOptions options() {
        ServiceOptions options;
        options.plugins = {"partners", "probe"};
        options.pluginFolders = {SVC_TEST_PLUGINS};
        return options;
    }
    void act(const std::string& action, const std::string& name) {
        try {
            service.live().post(service.company("/probe"),
                                Json::object({{"action", action}, {"name", name}}));
        } catch (const std::exception&) {
            // The host may die before it answers.
        }
    }
    std::string marks(const std::string& text) {
        return countOf(service, "probe.mark WHERE text LIKE '%" + text + "%'");
    }
    RunningService service;
};

TEST_F(StopPoints, AJobLeavesItsTraceOnceWhereverTheHostDies) {
    Probed world;
    for (const char* point : {"job.claimed", "job.done"}) {
        restartWith(world.service, point);
        world.act("job", point);
        recover(world.service);
        advance(world.service, "PT2M");
        EXPECT_EQ(world.marks(point), "1") << point;
        EXPECT_EQ(countOf(world.service, "svc.job WHERE state IN ('queued', 'running')"), "0");
    }
    expectInvariants(world.service);
}

TEST_F(StopPoints, AJobThatKillsItsHostEachTimeIsGivenUpInTheEnd) {
    Probed world;
    restartWith(world.service, "job.done");
    world.act("job", "poison");
    ASSERT_EQ(world.service.waitUntilItEnds(), Killed);
    // Each start dies at the job again when its lease has expired, or at a schedule that is due by then.
    for (int start = 0; start < 20; ++start) {
        try {
            world.service.start();
            advance(world.service, "P2D");
        } catch (const std::exception&) {
            // The host dies during the request, or before it is ready.
        }
        if (world.service.running()) {
            ASSERT_EQ(world.service.waitUntilItEnds(), Killed);
        }
    }
    world.service.setStopAt("");
    world.service.start();
    advance(world.service, "P2D");
    EXPECT_EQ(countOf(world.service, "svc.job WHERE name = 'later' AND state = 'failed'"), "1");
    EXPECT_EQ(world.marks("poison"), "0");
    world.act("job", "well");
    advance(world.service, "PT1M");
    EXPECT_EQ(world.marks("well"), "1");
    expectInvariants(world.service);
}

TEST_F(StopPoints, AMessageThatIsOutTakesThePlaceOfItsFirstAttempt) {
    RunningService service;
    restartWith(service, "mail.sent");
    try {
        service.anonymous().post("/auth/password/forgot",
                                 Json::object({{"email", service.value("ownerEmail")}}));
    } catch (const std::exception&) {
        // The message may be sent before the answer.
    }
    ASSERT_EQ(service.waitUntilItEnds(), Killed);
    service.setStopAt("");
    service.start();
    advance(service, "PT10M");
    EXPECT_EQ(countOf(service, "svc.job WHERE plugin = 'host' AND state <> 'succeeded'"), "0");
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(service.dataFolder() / "mail")) {
        files.push_back(entry.path());
    }
    ASSERT_EQ(files.size(), 1U);
    std::ostringstream text;
    text << std::ifstream(files.front()).rdbuf();
    EXPECT_NE(text.str().find("\nMessage-ID: <"), std::string::npos);
    expectInvariants(service);
}

} // namespace
} // namespace svc::test
