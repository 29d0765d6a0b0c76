// Deliveries that are replayed while they are being sent.
#include <atomic>
#include <map>
#include <mutex>
#include <thread>

#include "events/webhook_kit.hpp"
#include "support/invariants.hpp"

namespace svc::test {
namespace {

class WebhookReplays : public Webhooks {
protected:
    int deadlocks() const {
        return std::stoi(
            service.sql("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()").front());
    }
};

TEST_F(WebhookReplays, OfDeliveriesThatAreBeingRecordedWaitForNobodyInACircle) {
    constexpr std::size_t Deliveries = 20;
    std::mutex mutex;
    std::string sending; // the event of the last attempt, which is about to be answered
    receiver.react([&](const Received& request) {
        std::this_thread::sleep_for(std::chrono::milliseconds(30));
        const std::lock_guard lock(mutex);
        sending = "evt_" + request.header("svc-event-id");
        return Reaction::status(500);
    });
    const Json hook = createHook("/again", {"sale.created"});
    for (std::size_t i = 0; i < Deliveries; ++i) {
        makeSale();
    }
    receiver.waitFor("/again", Deliveries);
    std::map<std::string, std::string> byEvent;
    for (const Json& delivery : rowsOf(deliveries(hook))) {
        byEvent[delivery.textOr("eventId")] = delivery.textOr("id");
    }
    ASSERT_EQ(byEvent.size(), Deliveries);
    const int before = deadlocks();
    std::atomic<int> replays{0};
    for (const char* pause : {"PT61S", "PT301S", "PT1801S", "PT7201S", "PT21601S"}) {
        std::atomic<bool> stopping{false};
        std::vector<std::thread> people;
        for (int i = 0; i < 6; ++i) {
            people.emplace_back([&] {
                HttpClient http = service.client(world()->key);
                std::string last;
                while (!stopping) {
                    std::string event;
                    {
                        const std::lock_guard lock(mutex);
                        event = sending;
                    }
                    if (event == last) {
                        std::this_thread::sleep_for(std::chrono::microseconds(500));
                        continue;
                    }
                    last = event;
                    EXPECT_TRUE(hasStatus(http.post(hooks + '/' + hook.textOr("id") + "/deliveries/" +
                                                        byEvent.at(event) + "/replay",
                                                    Json::object()),
                                          202));
                    ++replays;
                }
            });
        }
        advance(pause);
        stopping = true;
        for (std::thread& person : people) {
            person.join();
        }
    }
    EXPECT_GT(replays, 20);
    std::this_thread::sleep_for(std::chrono::seconds(2)); // sessions report their statistics once a second
    EXPECT_EQ(deadlocks(), before);
    expectInvariants(service);
}

} // namespace
} // namespace svc::test
