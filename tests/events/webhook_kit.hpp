// Shared by the tests of webhooks: a service that may reach one receiver, and the receiver.
#pragma once

#include <algorithm>

#include <svc/date.hpp>

#include "support/checks.hpp"
#include "support/https_receiver.hpp"

namespace svc::test {

/// Created by the first test that needs it, removed after the last.
struct WebhookWorld {
    WebhookWorld() : folder(makeFolder()), receiver(folder), service(options(receiver)) {
        // A separate key: keys have a limit of requests per minute, and these tests may take longer than one.
        key = makeFullKey(service);
    }
    ~WebhookWorld() {
        std::error_code ignored;
        std::filesystem::remove_all(folder, ignored);
    }

    static std::filesystem::path makeFolder() {
        return std::filesystem::temp_directory_path() / ("svc-receiver-" + std::to_string(::getpid()));
    }
    static ServiceOptions options(const HttpsReceiver& receiver) {
        ServiceOptions options;
        options.extra = "webhooks: { allow: [\"" + receiver.hostAndPort() + "\"], caFile: \"" +
                        receiver.certificate().string() + "\" }\n";
        return options;
    }

    std::filesystem::path folder;
    HttpsReceiver receiver;
    RunningService service;
    std::string key;
};

class Webhooks : public ::testing::Test {
protected:
    static void SetUpTestSuite() { world() = std::make_unique<WebhookWorld>(); }
    static void TearDownTestSuite() { world().reset(); }
    static std::unique_ptr<WebhookWorld>& world() {
        static std::unique_ptr<WebhookWorld> made;
        return made;
    }

    void TearDown() override {
        if (!created_.empty()) {
            for (const std::string& id : created_) {
                client().remove(hooks + '/' + id);
            }
        }
        receiver.react({});
    }

    /// A webhook of the receiver, deleted after the test.
    Json createHook(const std::string& path, const std::vector<std::string>& events) {
        const Answer answer =
            client().post(hooks, Json::object({{"url", receiver.url(path)}, {"events", Json(events)}}));
        EXPECT_TRUE(hasStatus(answer, 201));
        created_.push_back(answer.json.textOr("id"));
        return answer.json;
    }
    std::string makeSale() {
        const Answer sale = client().post(service.company("/sales"), smallSale());
        EXPECT_TRUE(hasStatus(sale, 201));
        return sale.json.textOr("id");
    }
    void advance(const std::string& duration) {
        EXPECT_TRUE(hasStatus(
            service.anonymous().post("/testing/clock", Json::object({{"advance", duration}})), 200));
    }
    Json deliveries(const Json& hook) {
        return client().get(hooks + '/' + hook.textOr("id") + "/deliveries").json["data"];
    }
    /// Waits until the newest delivery has this status; returns it.
    Json newestDelivery(const Json& hook, const std::string& status) {
        Json newest;
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
        while (std::chrono::steady_clock::now() < end) {
            const Json all = deliveries(hook);
            newest = all.size() > 0 ? all[0] : Json();
            if (newest.isObject() && newest.textOr("status") == status) {
                return newest;
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(25));
        }
        ADD_FAILURE() << "no delivery is " << status << ": " << newest.dump();
        return newest;
    }
    Json record(const Json& hook) { return client().get(hooks + '/' + hook.textOr("id")).json; }

    /// After a restart of the service, which has another port then.
    void reconnect() { connected_ = std::make_unique<HttpClient>(service.client(world()->key)); }

    RunningService& service = world()->service;
    HttpsReceiver& receiver = world()->receiver;
    std::string hooks = service.company("/webhooks");

    HttpClient& client() { return *connected_; }

private:
    std::unique_ptr<HttpClient> connected_ = std::make_unique<HttpClient>(service.client(world()->key));
    std::vector<std::string> created_;
};

} // namespace svc::test
