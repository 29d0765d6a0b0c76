// Shared by the tests of web shops: their orders, from the shop to the sale. The shops are faked by
// outsideWorld().
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <mutex>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <svc/encoding.hpp>

#include "api/business/desk.hpp"
#include "api/business/provider_service.hpp"

namespace svc::test {
using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;
using std::chrono::seconds;

/// HMAC-SHA-256 in base 64, as shops sign their webhooks.
inline std::string hmacBase64(const std::string& secret, const std::string& text) {
    std::array<unsigned char, EVP_MAX_MD_SIZE> code{};
    unsigned int size = 0;
    HMAC(EVP_sha256(), secret.data(), static_cast<int>(secret.size()),
         reinterpret_cast<const unsigned char*>(text.data()), text.size(), code.data(), &size);
    return base64Encode({reinterpret_cast<const char*>(code.data()), size});
}

/// A query parameter of a URL, still encoded.
inline std::string parameterOf(const std::string& url, const std::string& name) {
    const std::size_t question = url.find('?');
    const std::string query = '&' + (question == std::string::npos ? url : url.substr(question + 1));
    const std::size_t at = query.find('&' + name + '=');
    if (at == std::string::npos) {
        return "";
    }
    const std::size_t begin = at + name.size() + 2;
    return query.substr(begin, query.find('&', begin) - begin);
}

/// A shop that is connected during a test.
class ShopStory : public ::testing::Test {
protected:
    explicit ShopStory(std::string id) : provider(std::move(id)) {
        outsideWorld().react([this](const Received& request) {
            const std::lock_guard lock(mutex);
            return answer(request);
        });
        desk.events();
    }
    /// Disconnects while the fake shop still answers.
    void TearDown() override {
        EXPECT_EQ(desk.service().live().remove(desk.path("/integrations/" + provider)).status, 204);
        outsideWorld().react([](const Received&) { return Reaction{}; });
    }

    virtual Reaction answer(const Received& request) = 0;

    template <class Change>
    void inShop(Change change) {
        const std::lock_guard lock(mutex);
        change();
    }
    Json integration() {
        const Json list = desk.read("/integrations");
        for (const Json& one : list.items()) {
            if (one.textOr("provider") == provider) {
                return one;
            }
        }
        return {};
    }
    /// Reads repeatedly until the condition holds, for up to twenty seconds.
    template <class Read, class IsSo>
    Json until(Read read, IsSo isSo) {
        const auto end = Clock::now() + seconds(20);
        Json found = read();
        while (!isSo(found) && Clock::now() < end) {
            std::this_thread::sleep_for(milliseconds(200));
            found = read();
        }
        EXPECT_TRUE(isSo(found)) << found.dump();
        return found;
    }
    /// The feed, once its last run has ended without error or with this error.
    Json untilRun(const std::string& error = {}) {
        const Json shown = until([&] { return integration(); },
                                 [&](const Json& one) {
                                     const Json& feed = one["feeds"][0];
                                     return !feed["lastAt"].isNull() && feed.textOr("lastError") == error;
                                 });
        return shown["feeds"][0];
    }
    void sync() {
        Answer asked;
        until(
            [&] {
                asked = desk.post("/integrations/" + provider + "/sync", Json::object());
                return asked.json;
            },
            [&](const Json&) { return asked.status == 202; }); // the previous run may be about to end
        until([&] { return desk.read("/jobs/" + asked.json.textOr("id")); },
              [](const Json& job) { return job.textOr("status") == "succeeded"; });
    }
    /// The order request for an order of the shop; null: none.
    Json requestOf(const std::string& externalId) {
        Json found;
        const Json list = desk.read("/order-requests?limit=500");
        for (const Json& one : list.items()) {
            if (one["source"].isObject() && one["source"].textOr("externalId") == externalId) {
                EXPECT_TRUE(found.isNull()) << "twice: " << externalId;
                found = one;
            }
        }
        return found;
    }
    Json untilReceived(const std::string& externalId) {
        return until([&] { return requestOf(externalId); }, [](const Json& one) { return one.isObject(); });
    }
    Answer accept(const Json& request, const Json& body = Json::object()) {
        return desk.post("/order-requests/" + request.textOr("id") + "/accept", body);
    }
    std::ptrdiff_t receivedEvents() {
        const auto types = typesOf(desk.events());
        return std::count(types.begin(), types.end(), "order_request.received");
    }

    std::string provider;
    std::mutex mutex;
    Desk desk{serviceWithProvider()};
};

} // namespace svc::test
