// What the stories of providers share that are told against the service with every connector.
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
    /// Who answers is gone when the provider is disconnected.
    void TearDown() override {
        outsideWorld().react([](const Received&) { return Reaction{}; });
    }
    virtual Reaction answer(const Received& request) = 0;

    /// What the provider says from now on.
    void become(const std::string& to) {
        const std::lock_guard lock(mutex);
        state = to;
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
    /// A name of the provider for what it is asked to make.
    std::string reference = unique("ref-");
    std::string state = "pending";
};

} // namespace svc::test
