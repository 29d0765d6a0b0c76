// Shared by the tests of providers: a connected provider faked by outsideWorld().
#pragma once

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
#include "api/business/waiting.hpp"

namespace svc::test {

inline std::string sha256(const std::string& bytes) {
    std::array<char, EVP_MAX_MD_SIZE> digest{};
    unsigned int size = 0;
    EVP_Digest(bytes.data(), bytes.size(), reinterpret_cast<unsigned char*>(digest.data()), &size,
               EVP_sha256(), nullptr);
    return hexEncode({digest.data(), size});
}

inline std::string hmac(const std::string& secret, const std::string& text) {
    std::array<unsigned char, EVP_MAX_MD_SIZE> code{};
    unsigned int size = 0;
    HMAC(EVP_sha256(), secret.data(), static_cast<int>(secret.size()),
         reinterpret_cast<const unsigned char*>(text.data()), text.size(), code.data(), &size);
    return hexEncode({reinterpret_cast<const char*>(code.data()), size});
}

inline Reaction jsonAnswer(int status, const Json& body) {
    return Reaction::status(status, "Content-Type: application/json\r\n", body.dump());
}

/// A fake provider: the state of its answers is changed under the lock.
class OutsideStory : public ::testing::Test {
protected:
    explicit OutsideStory(std::string id, RunningService& service = serviceWithProvider())
        : provider(std::move(id)), desk(service) {}
    ~OutsideStory() override {
        EXPECT_EQ(desk.service().live().remove(desk.path("/integrations/" + provider)).status, 204);
        outsideWorld().react([](const Received&) { return Reaction{}; });
    }

    void connect(const Json& credentials, const Json& settings) {
        const Answer made = desk.post("/integrations/" + provider + "/connect",
                                      Json::object({{"credentials", credentials}, {"settings", settings}}));
        ASSERT_TRUE(hasStatus(made, 201));
        hook = made.json.textOr("hookUrl");
        hook = hook.empty() ? hook : hook.substr(hook.find("/hooks/"));
    }
    Answer ask(const std::string& document, const std::string& what, const Json& body) {
        return desk.post("/integrations/documents/" + document + '/' + what, body);
    }
    Answer call(const std::string& body, const std::string& header, const std::string& value) {
        return desk.service().anonymous().post(hook, Json::parse(body), {{header, value}});
    }
    /// The identifier of an unpaid sale of 5,000 francs (XOF), with an exchange rate that is still valid on
    /// the days to which the clock is moved.
    std::string saleInFrancs() {
        EXPECT_EQ(desk.put("/rates/XOF", js("{'rate':655.957,'date':'$1'}", {desk.today()})).status / 100, 2);
        return desk
            .make("/sales",
                  Json::object({{"partnerId", partner},
                                {"currency", "XOF"},
                                {"exchangeRate", Json::parse("655.957")},
                                {"lines", js("[{'label':'Coffee','quantity':1,'unitPrice':5000}]")}}))
            .textOr("id");
    }
    template <class IsSo>
    Json until(const std::string& below, IsSo isSo) {
        return readUntil(desk, below, isSo);
    }
    /// Types of all events since the test began.
    const std::vector<std::string>& eventTypes() {
        for (const Json& event : desk.events()) {
            types.push_back(event.textOr("type"));
        }
        return types;
    }
    Json line() { return js("[{'label':'Coffee','quantity':1,'unitPrice':120}]"); }
    std::string document(const std::string& route) {
        return desk.make(route, Json::object({{"partnerId", partner}, {"lines", line()}})).textOr("id");
    }

    std::string provider;
    Desk desk;
    std::string partner = desk.make("/partners", js("{'name':'$1'}", {unique("Hotel")})).textOr("id");
    std::string hook;
    std::vector<std::string> types;
    std::mutex mutex;
};

} // namespace svc::test
