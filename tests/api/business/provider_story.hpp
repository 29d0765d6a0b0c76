// Shared by the tests of providers that run against the service with every connector.
#pragma once

#include <algorithm>

#include "api/business/all_providers.hpp"
#include "api/business/outside_story.hpp"

namespace svc::test {

class Story : public OutsideStory {
protected:
    explicit Story(const std::string& id) : OutsideStory(id, serviceWithAll()) {
        outsideWorld().react([this](const Received& request) {
            const std::lock_guard lock(mutex);
            return answer(request);
        });
    }
    /// Resets the fake provider: OutsideStory disconnects in its destructor, when answer() no longer exists.
    void TearDown() override {
        outsideWorld().react([](const Received&) { return Reaction{}; });
    }
    virtual Reaction answer(const Received& request) = 0;

    /// Changes the state that the provider reports.
    void become(const std::string& to) {
        const std::lock_guard lock(mutex);
        state = to;
    }
    /// Gives access by OAuth 2; returns where the person is redirected. `more`: additional parameters of
    /// authorize.
    std::string authorize(const std::string& more = {}) {
        const std::string page = desk.value("baseUrl") + "/console";
        const Json begun = desk.read("/integrations/" + provider + "/authorize?returnUrl=" + page + more);
        const Answer back = desk.service().anonymous().get("/oauth/callback/" + provider +
                                                           "?code=c0de&state=" + begun.textOr("state"));
        EXPECT_EQ(back.status, 302) << back.body;
        const std::string location = back.header("location");
        EXPECT_TRUE(location.starts_with(page)) << location;
        return location.substr(std::min(location.size(), page.size()));
    }
    /// What `GET /integrations` shows of the provider.
    Json shown() {
        const Json list = desk.read("/integrations");
        for (const Json& one : list.items()) {
            if (one.textOr("provider") == provider) {
                return one;
            }
        }
        return Json::object();
    }
    /// Moves the service's clock forward by an ISO 8601 duration.
    void passes(const std::string& duration) {
        EXPECT_TRUE(hasStatus(
            desk.service().anonymous().post("/testing/clock", Json::object({{"advance", duration}})), 200));
    }
    Answer hookWith(const std::string& body, const std::string& type, const HeaderList& headers = {}) {
        HeaderList all = headers;
        all.emplace_back("Content-Type", type);
        return desk.service().anonymous().send("POST", hook, body, all);
    }
    std::ptrdiff_t countOf(const std::string& type) {
        const auto& seen = eventTypes();
        return std::count(seen.begin(), seen.end(), type);
    }
    /// The provider's reference for what it creates.
    std::string reference = unique("ref-");
    std::string state = "pending";
};

} // namespace svc::test
