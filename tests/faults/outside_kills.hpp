// Shared by tests that kill the host during a call to a provider or authority.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include <unistd.h>

#include <gtest/gtest.h>

#include <svc/date.hpp>

#include "api/business/desk.hpp"
#include "api/business/waiting.hpp"
#include "support/https_receiver.hpp"
#include "support/invariants.hpp"

namespace svc::test {

inline Reaction jsonAnswer(int status, const Json& body) {
    return Reaction::status(status, "Content-Type: application/json\r\n", body.dump());
}

/// A service whose providers and authorities are all one receiver of the test.
class OutsideKills : public ::testing::Test {
protected:
    static constexpr std::chrono::seconds Slow{10}; ///< long enough to kill the host

    OutsideKills()
        : OutsideKills({"stripe", "mtn-momo", "yousign", "storecove", "peppol", "at-rksv", "bj-emcf",
                        "ci-fne", "es-verifactu", "pt-certified"}) {}
    /// Loads these plugins in addition to the usual ones.
    explicit OutsideKills(const std::vector<std::string>& plugins)
        : receiver(folder()), service(options(plugins)) {
        receiver.react([this](const Received& request) {
            const std::lock_guard lock(mutex);
            Reaction reaction = answer(request);
            if (request.path == slowPath) {
                reaction.delay = Slow;
            }
            return reaction;
        });
    }
    ~OutsideKills() override {
        receiver.react([](const Received&) { return Reaction{}; });
        std::error_code ignored;
        std::filesystem::remove_all(folder(), ignored);
    }

    virtual Reaction answer(const Received& request) = 0;

    /// Kills the host while it waits for the answer of this path, and starts it again.
    void killIn(const std::string& path, const std::function<void(Desk&)>& act) {
        {
            const std::lock_guard lock(mutex);
            slowPath = path;
        }
        const std::size_t before = receiver.received(path).size();
        std::thread acting([&] {
            try {
                Desk desk(service);
                act(desk);
            } catch (const std::exception&) { // NOLINT(bugprone-empty-catch): the host is gone
            }
        });
        EXPECT_EQ(receiver.waitFor(path, before + 1).size(), before + 1);
        service.kill();
        acting.join();
        {
            const std::lock_guard lock(mutex);
            slowPath.clear();
        }
        service.start();
    }
    /// Moves the clock; returns the time of the service afterwards.
    Instant advance(const std::string& duration) {
        const Answer answer =
            service.anonymous().post("/testing/clock", Json::object({{"advance", duration}}));
        EXPECT_TRUE(hasStatus(answer, 200));
        return Instant::parse(answer.json.textOr("now")).value();
    }
    template <class IsSo>
    Json until(const std::string& below, IsSo isSo) {
        Desk desk(service);
        return readUntil(desk, below, isSo);
    }
    void connect(const std::string& provider, const Json& credentials, const Json& settings) {
        Desk desk(service);
        ASSERT_TRUE(hasStatus(desk.post("/integrations/" + provider + "/connect",
                                        Json::object({{"credentials", credentials}, {"settings", settings}})),
                              201));
    }
    std::string document(const std::string& route, const std::string& currency = "EUR") {
        Desk desk(service);
        Json given = js("{'lines':[{'label':'Coffee','quantity':1,'unitPrice':5000}]}");
        if (currency != "EUR") {
            given.set("currency", currency).set("exchangeRate", Json::parse("655.957"));
        }
        const Json partner = desk.make("/partners", js("{'name':'Hotel'}"));
        return desk.make(route, given.set("partnerId", partner["id"])).textOr("id");
    }
    static std::filesystem::path folder() {
        return std::filesystem::temp_directory_path() / ("svc-kills-" + std::to_string(::getpid()));
    }
    ServiceOptions options(const std::vector<std::string>& plugins) const {
        ServiceOptions options;
        for (const std::string& plugin : plugins) {
            options.plugins.push_back(plugin);
            if (plugin != "peppol" && plugin != "at-rksv" && plugin != "pt-certified") { // they make no calls
                options.settings[plugin] = "{ baseUrl: \"" + receiver.url("") + "\" }";
            }
        }
        if (options.settings.contains("fr-einvoicing")) {
            options.settings["fr-einvoicing"] = "{ baseUrl: \"" + receiver.url("/flow") + "\", tokenUrl: \"" +
                                                receiver.url("/token") + "\", directoryUrl: \"" +
                                                receiver.url("/directory") + "\" }";
        }
        options.extra = "webhooks: { caFile: \"" + receiver.certificate().string() + "\" }\n";
        return options;
    }

    static bool isPaid(const Json& sale) { return sale["balance"].integer() == 0; }

    std::mutex mutex;
    std::string slowPath;
    HttpsReceiver receiver;
    RunningService service;
};

} // namespace svc::test
