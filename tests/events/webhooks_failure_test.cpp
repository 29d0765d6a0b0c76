// Webhooks whose receivers fail: retries, exhaustion, missed events, redirects, silence, a killed host.
#include <fstream>

#include "events/webhook_kit.hpp"

namespace svc::test {
namespace {

class WebhookFailures : public Webhooks {
protected:
    /// A webhook with a delivery that failed once and waits for its next attempt.
    Json waitingHook(const std::string& path) {
        receiver.react([path](const Received& request) {
            return request.path == path ? Reaction::status(503, "", "later") : Reaction();
        });
        Json hook = createHook(path, {"sale.created"});
        makeSale();
        receiver.waitFor(path, 1);
        newestDelivery(hook, "retrying");
        return hook;
    }
};

TEST_F(WebhookFailures, AreTriedAgainAfterExactPausesThenDisableTheWebhook) {
    receiver.react([](const Received& request) {
        return request.path == "/failing" ? Reaction::status(503, "", "try\r\nlater") : Reaction();
    });
    const Json hook = createHook("/failing", {"sale.created"});
    createHook("/watcher", {"integration.failed"});
    makeSale();
    receiver.waitFor("/failing", 1);
    const std::vector<std::pair<std::string, std::int64_t>> pauses = {
        {"PT1M", 60}, {"PT5M", 300}, {"PT30M", 1800}, {"PT2H", 7200}, {"PT12H", 43200}, {"PT24H", 86400}};
    std::size_t attempts = 1;
    for (const auto& [duration, seconds] : pauses) {
        const Json delivery = newestDelivery(hook, "retrying");
        ASSERT_EQ(delivery["attempts"].size(), attempts);
        const Json& last = delivery["attempts"][attempts - 1];
        const std::int64_t end = Instant::parse(last.textOr("at"))->millis() + last["durationMs"].integer();
        const std::int64_t pause = Instant::parse(delivery.textOr("nextAttemptAt"))->millis() - end;
        EXPECT_NEAR(static_cast<double>(pause), static_cast<double>(seconds * 1000), 1000.0);
        EXPECT_EQ(delivery.textOr("error"), "http-status");
        EXPECT_EQ(delivery.textOr("responseExcerpt"), "trylater");
        advance(duration);
        EXPECT_EQ(receiver.received("/failing").size(), ++attempts);
    }
    const Json exhausted = newestDelivery(hook, "exhausted");
    EXPECT_EQ(exhausted["attempt"].integer(), 7);
    EXPECT_TRUE(exhausted["nextAttemptAt"].isNull());
    const Json disabled = record(hook);
    EXPECT_FALSE(disabled["enabled"].boolean());
    EXPECT_EQ(disabled.textOr("disabledReason"), "delivery-exhausted");
    const std::vector<Received> told = receiver.waitFor("/watcher", 1);
    ASSERT_EQ(told.size(), 1U);
    const Json event = told[0].json();
    EXPECT_EQ(event.textOr("object"), "webhook");
    EXPECT_EQ(event.textOr("objectId"), hook.textOr("id"));
    EXPECT_EQ(event["data"]["failures"].integer(), 7);
    EXPECT_EQ(event["data"].textOr("error"), "HTTP 503");
    EXPECT_TRUE(event["data"]["disabled"].boolean());
    EXPECT_EQ(event["data"].textOr("since"), exhausted["attempts"][0].textOr("at"));
    bool mailed = false;
    for (const auto& file : std::filesystem::directory_iterator(service.dataFolder() / "mail")) {
        std::ifstream in(file.path());
        mailed = mailed || std::string(std::istreambuf_iterator<char>(in), {}).find(hook.textOr("id")) !=
                               std::string::npos;
    }
    EXPECT_TRUE(mailed);

    // After it is enabled again, it works, and attempt numbers continue.
    receiver.react({});
    const std::string path = hooks + '/' + hook.textOr("id");
    const std::string replay = path + "/deliveries/" + exhausted.textOr("id") + "/replay";
    EXPECT_TRUE(isRefusal(client().post(replay, Json::object()), 400, "webhook-disabled"));
    ASSERT_TRUE(hasStatus(client().patch(path, Json::object({{"enabled", true}})), 200));
    ASSERT_TRUE(hasStatus(client().post(replay, Json::object()), 202));
    EXPECT_EQ(newestDelivery(hook, "succeeded")["attempt"].integer(), 8);
    EXPECT_EQ(record(hook)["consecutiveFailures"].integer(), 0);
}

TEST_F(WebhookFailures, AreRecoveredWithWhatWasMissedAfterThem) {
    const Json hook = waitingHook("/given-up");
    for (const char* pause : {"PT1M", "PT5M", "PT30M", "PT2H", "PT12H", "PT24H"}) {
        newestDelivery(hook, "retrying");
        advance(pause);
    }
    const Json exhausted = newestDelivery(hook, "exhausted");
    makeSale();
    newestDelivery(hook, "missed");
    receiver.react({});
    const std::string path = hooks + '/' + hook.textOr("id");
    client().patch(path, Json::object({{"enabled", true}}));
    const Json since = Json::object({{"since", exhausted.textOr("date")}});
    EXPECT_EQ(client().post(path + "/recover", since).json["replayed"].integer(), 2);
    EXPECT_EQ(newestDelivery(hook, "succeeded").textOr("event"), "sale.created");
    EXPECT_EQ(receiver.waitFor("/given-up", 9).size(), 9U);
    EXPECT_EQ(client().post(path + "/recover", since).json["replayed"].integer(), 0);
}

TEST_F(WebhookFailures, EndWhenTheEventIsNoLongerKept) {
    const Json hook = waitingHook("/late");
    // As if its partition had been dropped.
    service.change(service.value("companyId"), "UPDATE svc.webhook_due SET position = position + 1000000");
    advance("PT1M");
    const Json ended = newestDelivery(hook, "missed");
    EXPECT_EQ(ended["attempt"].integer(), 1);
    EXPECT_TRUE(ended["nextAttemptAt"].isNull());
    EXPECT_EQ(receiver.received("/late").size(), 1U);
    EXPECT_TRUE(record(hook)["enabled"].boolean());
}

TEST_F(WebhookFailures, WaitForNobodyWhenTheWebhookIsDeleted) {
    const Json hook = waitingHook("/deleted");
    const Json waiting = newestDelivery(hook, "retrying");
    ASSERT_TRUE(hasStatus(client().remove(hooks + '/' + hook.textOr("id")), 204));
    const std::string id = decodeId("whd", waiting.textOr("id"))->toString();
    EXPECT_EQ(service.sql("SELECT state, next_attempt_at IS NULL FROM svc.webhook_delivery WHERE id = '" +
                          id + '\''),
              std::vector<std::string>{"missed|t"});
    EXPECT_EQ(service.sql("SELECT count(*) FROM svc.webhook_due WHERE delivery_id = '" + id + '\''),
              std::vector<std::string>{"0"});
}

TEST_F(WebhookFailures, AreMissedWhileDisabledAndRecovered) {
    const Json hook = createHook("/missed", {"sale.created"});
    const std::string path = hooks + '/' + hook.textOr("id");
    client().patch(path, Json::object({{"enabled", false}}));
    makeSale();
    makeSale();
    const Json missed = newestDelivery(hook, "missed");
    EXPECT_EQ(missed["attempt"].integer(), 0);
    const Json since = Json::object({{"since", missed.textOr("date").substr(0, 11) + "00:00:00.000Z"}});
    EXPECT_TRUE(isRefusal(client().post(path + "/recover", since), 400, "webhook-disabled"));
    client().patch(path, Json::object({{"enabled", true}}));
    EXPECT_TRUE(receiver.received("/missed").empty());
    const Answer recovered = client().post(path + "/recover", since);
    ASSERT_TRUE(hasStatus(recovered, 202));
    EXPECT_EQ(recovered.json["replayed"].integer(), 2);
    EXPECT_EQ(receiver.waitFor("/missed", 2).size(), 2U);
}

TEST_F(WebhookFailures, ARedirectIsOneOfThem) {
    receiver.react([this](const Received&) {
        return Reaction::status(302, "Location: " + receiver.url("/elsewhere") + "\r\n");
    });
    const Json hook = createHook("/redirect", {"sale.created"});
    makeSale();
    const Json delivery = newestDelivery(hook, "retrying");
    EXPECT_EQ(delivery.textOr("error"), "redirect");
    EXPECT_EQ(delivery["httpStatus"].integer(), 302);
    EXPECT_TRUE(receiver.received("/elsewhere").empty());
}

TEST_F(WebhookFailures, SilenceEndsAfterFifteenSecondsAndHoldsNobodyElse) {
    receiver.react(
        [](const Received& request) { return request.path == "/silent" ? Reaction::silence() : Reaction(); });
    const Json silent = createHook("/silent", {"sale.created"});
    createHook("/quick", {"sale.created"});
    const auto start = std::chrono::steady_clock::now();
    makeSale();
    EXPECT_EQ(receiver.waitFor("/quick", 1).size(), 1U);
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
    receiver.waitFor("/silent", 1);
    std::this_thread::sleep_for(std::chrono::seconds(14));
    const Json delivery = newestDelivery(silent, "retrying");
    EXPECT_EQ(delivery.textOr("error"), "timeout");
    EXPECT_TRUE(delivery["httpStatus"].isNull());
    EXPECT_GE(delivery["durationMs"].integer(), 15000);
    EXPECT_LT(delivery["durationMs"].integer(), 17000);
}

TEST_F(WebhookFailures, ManySilentReceiversHoldNobodyElse) {
    constexpr int Silent = 150;
    constexpr int Quick = 10;
    receiver.react([](const Received& request) {
        return request.path.rfind("/mute", 0) == 0 ? Reaction::silence() : Reaction();
    });
    for (int i = 0; i < Silent; ++i) {
        createHook("/mute" + std::to_string(i), {"sale.created"});
    }
    for (int i = 0; i < Quick; ++i) {
        createHook("/prompt" + std::to_string(i), {"sale.created"});
    }
    // No receiver has answered yet, so the host cannot tell working from silent ones.
    for (int sale = 1; sale <= 2; ++sale) {
        const auto start = std::chrono::steady_clock::now();
        makeSale();
        for (int i = 0; i < Quick; ++i) {
            EXPECT_EQ(receiver.waitFor("/prompt" + std::to_string(i), static_cast<std::size_t>(sale)).size(),
                      static_cast<std::size_t>(sale));
        }
        EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(12))
            << "less than one silence lasts";
    }
}

TEST_F(WebhookFailures, ACompanyWithMuchToSendDoesNotHoldAnother) {
    constexpr std::int64_t Backlog = 60;
    const Json hook = createHook("/much", {"sale.created"});
    const std::string path = hooks + '/' + hook.textOr("id");
    client().patch(path, Json::object({{"enabled", false}}));
    for (std::int64_t i = 0; i < Backlog; ++i) {
        makeSale();
    }
    client().patch(path, Json::object({{"enabled", true}}));
    const Json other = service.createCompany("Elsewhere", "BE");
    HttpClient elsewhere = service.client(other.textOr("liveKey"));
    const std::string company = "/companies/" + other.textOr("companyId");
    ASSERT_TRUE(hasStatus(
        elsewhere.post(company + "/webhooks", Json::object({{"url", receiver.url("/elsewhere")},
                                                            {"events", Json::array({"sale.created"})}})),
        201));
    const Gate gate(4);
    receiver.react(gate.at({"/much"}));
    const Json all = Json::object({{"since", Instant(0).toString()}});
    ASSERT_EQ(client().post(path + "/recover", all).json["replayed"].integer(), Backlog);
    receiver.waitFor("/much", 4);
    ASSERT_TRUE(hasStatus(elsewhere.post(company + "/sales", smallSale()), 201));
    // The held deliveries end after 15 s of silence.
    EXPECT_EQ(receiver.waitFor("/elsewhere", 1, std::chrono::seconds(10)).size(), 1U);
    EXPECT_LE(receiver.received("/much").size(), 8U) << "four are answered, four under way";
}

TEST_F(WebhookFailures, AKilledHostLosesNothing) {
    receiver.react(
        [](const Received& request) { return request.path == "/killed" ? Reaction::silence() : Reaction(); });
    const Json hook = createHook("/killed", {"sale.created"});
    const std::string sale = makeSale();
    ASSERT_EQ(receiver.waitFor("/killed", 1).size(), 1U);
    service.kill();
    receiver.react({});
    service.start();
    reconnect();
    advance("PT61S");
    const std::vector<Received> received = receiver.waitFor("/killed", 2);
    ASSERT_EQ(received.size(), 2U);
    EXPECT_EQ(received[0].body, received[1].body);
    EXPECT_EQ(received[1].header("svc-delivery-attempt"), "2");
    EXPECT_EQ(newestDelivery(hook, "succeeded")["attempt"].integer(), 2);
}

} // namespace
} // namespace svc::test
