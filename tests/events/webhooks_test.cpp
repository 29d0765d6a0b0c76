// Working webhooks: records, patterns, signed deliveries, order, rotation, ping, replay.
#include <set>

#include "events/webhook_kit.hpp"

namespace svc::test {
namespace {

TEST_F(Webhooks, DeliverASignedEventWithTheBytesOfTheJournal) {
    const Json hook = createHook("/signed", {"sale.created"});
    ASSERT_EQ(hook.textOr("secret").size(), 46U);
    const std::string sale = makeSale();
    const std::vector<Received> received = receiver.waitFor("/signed", 1);
    ASSERT_EQ(received.size(), 1U);
    const Received& request = received.front();
    EXPECT_TRUE(isSignedWith(request, hook.textOr("secret")));
    EXPECT_FALSE(isSignedWith(request, "whsec_other"));
    EXPECT_EQ(request.header("content-type"), "application/json");
    EXPECT_EQ(request.header("user-agent"), "svc-webhooks/1.0");
    EXPECT_EQ(request.header("svc-event-type"), "sale.created");
    EXPECT_EQ(request.header("svc-delivery-attempt"), "1");
    const Json event = request.json();
    EXPECT_EQ(event.textOr("objectId"), sale);
    EXPECT_EQ("evt_" + request.header("svc-event-id"), event.textOr("id"));
    EXPECT_EQ(client().get(service.company("/events/") + event.textOr("id")).body, request.body);

    const Json delivery = newestDelivery(hook, "succeeded");
    EXPECT_EQ(delivery.textOr("eventId"), event.textOr("id"));
    EXPECT_EQ(delivery["attempt"].integer(), 1);
    EXPECT_EQ(delivery["httpStatus"].integer(), 200);
    EXPECT_EQ(delivery.textOr("responseExcerpt"), "ok");
    EXPECT_TRUE(delivery["error"].isNull());
    EXPECT_EQ(record(hook)["lastStatus"].integer(), 200);
    EXPECT_FALSE(record(hook).contains("secret"));
}

TEST_F(Webhooks, GetOnlyWhatTheirPatternsCover) {
    createHook("/family", {"invoice.*"});
    createHook("/all", {"*"});
    createHook("/other", {"partner.created"});
    makeSale();
    receiver.waitFor("/all", 2);
    receiver.waitFor("/family", 1);
    for (const Received& request : receiver.received("/family")) {
        EXPECT_EQ(request.header("svc-event-type").rfind("invoice.", 0), 0U);
    }
    EXPECT_TRUE(receiver.received("/other").empty());
}

TEST_F(Webhooks, AreRefusedWithStableCodes) {
    const auto create = [&](const std::string& url, const std::string& event) {
        return client().post(hooks, Json::object({{"url", url}, {"events", Json::array({event})}}));
    };
    for (const char* url :
         {"http://hooks.example.org/", "https://127.0.0.1/", "https://10.1.2.3/x", "https://[::1]/",
          "https://localhost/", "https://user@hooks.example.org/", "https://2130706433/"}) {
        EXPECT_TRUE(isRefusal(create(url, "*"), 400, "webhook-url:private-address")) << url;
    }
    EXPECT_TRUE(isRefusal(create(receiver.url("/x"), "nothing.known"), 400, "event-unknown:nothing.known"));
    EXPECT_TRUE(isRefusal(client().post(hooks, Json::object({{"events", Json::array({"*"})}})), 400,
                          "field-required:url"));
    EXPECT_TRUE(isRefusal(client().remove(hooks), 400, "field-required:url"));
    EXPECT_TRUE(
        isRefusal(client().remove(hooks + "?url=https%3A%2F%2Fnobody.example"), 404, "webhook-not-found"));
    EXPECT_TRUE(isRefusal(client().get(hooks + "/whk_nonsense"), 404, "webhook-not-found"));
    const std::string reader = makeKey(service, {"sales:view"});
    EXPECT_TRUE(isRefusal(service.client(reader).get(hooks), 403, "forbidden"));
}

TEST_F(Webhooks, AreChangedListedAndDeletedByAddress) {
    const Json hook = createHook("/changed", {"*", "*"});
    const std::string path = hooks + '/' + hook.textOr("id");
    EXPECT_EQ(hook["events"].size(), 1U);
    const Answer changed = client().patch(path, Json::object({{"description", "Shop"}, {"enabled", false}}));
    ASSERT_TRUE(hasStatus(changed, 200));
    EXPECT_EQ(changed.json.textOr("disabledReason"), "user");
    EXPECT_EQ(changed.json.textOr("description"), "Shop");
    EXPECT_EQ(changed.json["version"].integer(), 2);
    EXPECT_TRUE(isRefusal(client().patch(path, Json::object({{"url", "https://10.0.0.1/"}})), 400,
                          "webhook-url:private-address"));
    bool listed = false;
    for (const Json& entry : rowsOf(client().get(hooks).json)) {
        listed = listed || entry.textOr("id") == hook.textOr("id");
    }
    EXPECT_TRUE(listed);
    EXPECT_TRUE(hasStatus(client().remove(hooks + "?url=https%3A%2F%2F127.0.0.1%3A" +
                                          std::to_string(receiver.port()) + "%2Fchanged"),
                          204));
    EXPECT_TRUE(isRefusal(client().get(path), 404, "webhook-not-found"));
}

TEST_F(Webhooks, GetTheEventsOfOneDocumentInTheirOrder) {
    const Json hook = createHook("/order", {"*"});
    makeSale();
    newestDelivery(hook, "succeeded");
    receiver.react([](const Received&) {
        Reaction reaction;
        reaction.delay = std::chrono::milliseconds(50);
        return reaction;
    });
    std::vector<std::string> sales;
    for (int i = 0; i < 4; ++i) {
        sales.push_back(makeSale());
    }
    newestDelivery(hook, "succeeded");
    for (const std::string& sale : sales) {
        std::vector<std::int64_t> numbers;
        for (const Received& request : receiver.received("/order")) {
            if (request.json().textOr("objectId") == sale) {
                numbers.push_back(std::stoll(request.header("svc-event-id")));
            }
        }
        EXPECT_GE(numbers.size(), 2U);
        EXPECT_TRUE(std::is_sorted(numbers.begin(), numbers.end()));
    }
}

TEST_F(Webhooks, KeepTheConnectionForTheNextDelivery) {
    const Json hook = createHook("/kept", {"sale.created"});
    makeSale();
    newestDelivery(hook, "succeeded");
    makeSale();
    const std::vector<Received> received = receiver.waitFor("/kept", 2);
    ASSERT_EQ(received.size(), 2U);
    EXPECT_EQ(received[0].connection, received[1].connection);
}

TEST_F(Webhooks, SignWithBothSecretsDuringAnOverlap) {
    const Json hook = createHook("/overlapping", {"sale.created"});
    const Answer rotated =
        client().post(hooks + '/' + hook.textOr("id") + "/rotate", Json::object({{"overlapSeconds", 86400}}));
    ASSERT_TRUE(hasStatus(rotated, 200));
    makeSale();
    const std::vector<Received> received = receiver.waitFor("/overlapping", 1);
    ASSERT_EQ(received.size(), 1U);
    const std::string standard = received[0].header("webhook-signature");
    EXPECT_EQ(standard.rfind("v1,", 0), 0U);
    EXPECT_NE(standard.find(" v1,"), std::string::npos) << "one of each secret";
    EXPECT_EQ(received[0].header("webhook-id"), received[0].json()["id"].text());
    const std::string own = received[0].header("svc-signature");
    EXPECT_EQ(own.rfind("t=" + received[0].header("webhook-timestamp") + ",v1=", 0), 0U);
    EXPECT_NE(own.find(",v1="), own.rfind(",v1="));

    ASSERT_TRUE(hasStatus(client().post(hooks + '/' + hook.textOr("id") + "/test", Json::object()), 200));
    const std::vector<Received> tested = receiver.waitFor("/overlapping", 2);
    ASSERT_EQ(tested.size(), 2U);
    for (const std::string& secret : {hook.textOr("secret"), rotated.json.textOr("secret")}) {
        EXPECT_TRUE(isSignedWith(tested[1], secret)) << "a ping is for receivers that are changed over";
    }
}

TEST_F(Webhooks, SignWithTheNewSecretAfterARotation) {
    const Json hook = createHook("/rotated", {"sale.created"});
    const Answer rotated = client().post(hooks + '/' + hook.textOr("id") + "/rotate", Json::object());
    ASSERT_TRUE(hasStatus(rotated, 200));
    EXPECT_NE(rotated.json.textOr("secret"), hook.textOr("secret"));
    makeSale();
    const std::vector<Received> received = receiver.waitFor("/rotated", 1);
    ASSERT_EQ(received.size(), 1U);
    EXPECT_TRUE(isSignedWith(received[0], rotated.json.textOr("secret")));
    EXPECT_FALSE(isSignedWith(received[0], hook.textOr("secret")));
    // The database holds neither secret in plain text.
    const std::string found = "SELECT count(*) FROM svc.webhook WHERE secret LIKE '%whsec_%'";
    EXPECT_EQ(service.sql(found), std::vector<std::string>{"0"});
}

TEST_F(Webhooks, BeginNothingWithTheOldSecretOrAddressAfterTheAnswer) {
    constexpr std::size_t Missed = 60;
    const Json hook = createHook("/before", {"sale.created"});
    const std::string path = hooks + '/' + hook.textOr("id");
    client().patch(path, Json::object({{"enabled", false}}));
    const std::string since = Instant(0).toString();
    for (std::size_t i = 0; i < Missed; ++i) {
        makeSale();
    }
    client().patch(path, Json::object({{"enabled", true}}));
    Gate gate(12);
    receiver.react(gate.at({"/before", "/after"}));
    const Json all = Json::object({{"since", since}});
    ASSERT_EQ(client().post(path + "/recover", all).json["replayed"].integer(), std::int64_t{Missed});
    receiver.waitFor("/before", 12);
    const Answer rotated = client().post(path + "/rotate", Json::object());
    const std::size_t sent = receiver.received("/before").size();
    ASSERT_TRUE(hasStatus(rotated, 200));
    ASSERT_LT(sent + 20, Missed) << "there is something left to send";
    gate.letThrough(sent + 12);
    receiver.waitFor("/before", sent + 12);
    ASSERT_TRUE(hasStatus(client().patch(path, Json::object({{"url", receiver.url("/after")}})), 200));
    const std::size_t before = receiver.received("/before").size();
    gate.letThrough(SIZE_MAX);
    receiver.waitFor("/after", 1);
    newestDelivery(hook, "succeeded");
    for (int i = 0; i < 200 && service.sql("SELECT count(*) FROM svc.webhook_due").front() != "0"; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    // At most four deliveries are in flight, and those may still use the old address.
    const std::vector<Received> old = receiver.received("/before");
    std::size_t late = 0;
    for (std::size_t i = sent; i < old.size(); ++i) {
        late += isSignedWith(old[i], rotated.json.textOr("secret")) ? 0U : 1U;
    }
    EXPECT_LE(late, 4U);
    EXPECT_LE(old.size(), before + 4);
    std::set<std::string> events;
    for (const std::vector<Received>& received : {old, receiver.received("/after")}) {
        for (const Received& one : received) {
            events.insert(one.header("svc-event-id"));
        }
    }
    EXPECT_EQ(events.size(), Missed) << "none is lost";
}

TEST_F(Webhooks, AnswerWhatBecameOfAPing) {
    const Json hook = createHook("/ping", {"sale.created"});
    const std::string path = hooks + '/' + hook.textOr("id") + "/test";
    const Answer good = client().post(path, Json::object());
    ASSERT_TRUE(hasStatus(good, 200));
    EXPECT_TRUE(good.json["success"].boolean());
    EXPECT_EQ(good.json["httpStatus"].integer(), 200);
    const std::vector<Received> received = receiver.received("/ping");
    ASSERT_EQ(received.size(), 1U);
    EXPECT_TRUE(isSignedWith(received[0], hook.textOr("secret")));
    EXPECT_EQ(received[0].json().textOr("type"), "ping");
    EXPECT_EQ(received[0].json().textOr("companyId"), service.value("companyId"));
    EXPECT_TRUE(Instant::parse(received[0].json()["data"].textOr("at")).has_value());

    receiver.react([](const Received&) { return Reaction::status(500); });
    const Answer bad = client().post(path, Json::object());
    EXPECT_FALSE(bad.json["success"].boolean());
    EXPECT_EQ(bad.json.textOr("error"), "http-status");
    EXPECT_EQ(record(hook)["consecutiveFailures"].integer(), 0);
    EXPECT_EQ(deliveries(hook)[0].textOr("id"), bad.json.textOr("deliveryId"));
}

TEST_F(Webhooks, SendAReplayedPingOnceAndCountNoFailure) {
    const Json hook = createHook("/ping-again", {"sale.created"});
    const std::string path = hooks + '/' + hook.textOr("id");
    receiver.react([](const Received&) { return Reaction::status(500); });
    const std::string ping = client().post(path + "/test", Json::object()).json.textOr("deliveryId");
    ASSERT_TRUE(hasStatus(client().post(path + "/deliveries/" + ping + "/replay", Json::object()), 202));
    ASSERT_EQ(receiver.waitFor("/ping-again", 2).size(), 2U);
    EXPECT_EQ(newestDelivery(hook, "failed")["attempts"].size(), 2U);
    EXPECT_EQ(record(hook)["consecutiveFailures"].integer(), 0);
    EXPECT_TRUE(record(hook)["enabled"].boolean());
}

TEST_F(Webhooks, TellEveryEventOfAWriteOfVeryMany) {
    constexpr std::size_t Rows = 1200; // above a thousand, events reach the journal after the commit
    const Json hook = createHook("/many-at-once", {"partner.created"});
    std::string csv = "name\n";
    for (std::size_t row = 0; row < Rows; ++row) {
        csv += "Imported " + std::to_string(row) + '\n';
    }
    const Answer imported =
        client().send("POST", service.company("/imports/partners"), csv, {{"Content-Type", "text/csv"}});
    ASSERT_LT(imported.status, 300) << imported.body;
    std::set<std::string> events;
    for (const Received& one : receiver.waitFor("/many-at-once", Rows, std::chrono::seconds(60))) {
        events.insert(one.header("svc-event-id"));
    }
    EXPECT_EQ(events.size(), Rows);
}

TEST_F(Webhooks, ReplayADeliveryWithTheSameEvent) {
    const Json hook = createHook("/replayed", {"sale.created"});
    makeSale();
    const Json delivery = newestDelivery(hook, "succeeded");
    const std::string path = hooks + '/' + hook.textOr("id") + "/deliveries/";
    ASSERT_TRUE(hasStatus(client().post(path + delivery.textOr("id") + "/replay", Json::object()), 202));
    const std::vector<Received> received = receiver.waitFor("/replayed", 2);
    ASSERT_EQ(received.size(), 2U);
    EXPECT_EQ(received[0].body, received[1].body);
    EXPECT_EQ(received[1].header("svc-delivery-attempt"), "2");
    EXPECT_EQ(newestDelivery(hook, "succeeded")["attempts"].size(), 2U);
    EXPECT_TRUE(
        isRefusal(client().post(path + "whd_nonsense/replay", Json::object()), 404, "delivery-not-found"));
}

TEST_F(Webhooks, ListTheLastFiftyDeliveriesByCursor) {
    const Json hook = createHook("/many", {"sale.created"});
    for (int i = 0; i < 52; ++i) {
        makeSale();
    }
    std::set<std::string> seen;
    std::string cursor;
    for (bool more = true; more;) {
        const Answer page = client().get(hooks + '/' + hook.textOr("id") + "/deliveries?limit=20" +
                                         (cursor.empty() ? "" : "&cursor=" + cursor));
        ASSERT_TRUE(hasStatus(page, 200));
        for (const Json& delivery : page.json["data"].items()) {
            EXPECT_TRUE(seen.insert(delivery.textOr("id")).second);
        }
        cursor = page.json.textOr("nextCursor");
        more = page.json["hasMore"].boolean();
    }
    EXPECT_EQ(seen.size(), 50U);
    const Json other = createHook("/few", {"sale.created"});
    EXPECT_TRUE(isRefusal(client().get(hooks + '/' + other.textOr("id") + "/deliveries?cursor=" + cursor),
                          400, "cursor-invalid"))
        << "a cursor belongs to the list that gave it";
}

} // namespace
} // namespace svc::test
