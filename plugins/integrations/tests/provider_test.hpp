#pragma once

#include <string>
#include <string_view>
#include <utility>

#include <gtest/gtest.h>

#include <svc/testing/plugin_test.hpp>

#include "records.hpp"

namespace svc::integrations::testing {

/// A company that may connect one provider, whose connector is played by the test.
class ProviderTest : public ::testing::Test {
protected:
    using PluginTest = svc::testing::PluginTest;

    /// `description`: what the connector says of itself.
    ProviderTest(std::string provider, const Json& description)
        : test(SVC_PLUGIN_FOLDER), provider_(std::move(provider)) {
        test.host().eventTypes({"integration.connected", "integration.disconnected", "integration.failed"});
        test.offer("host.commands", [name = verb("describe")](const Json&) {
            return Json::object({{"commands", Json::array({name})}});
        });
        test.offer("host.address", [](const Json&) {
            return Json::object({{"url", "https://svc.example"}});
        });
        test.offer(verb("describe"), [description](const Json&) { return description; });
    }

    /// The command of a verb of the connector.
    std::string verb(std::string_view name) const {
        return "connector." + provider_ + '.' + std::string(name);
    }
    void connect() {
        const auto made = test.post("connectIntegration", Json::object(), {{"provider", provider_}});
        EXPECT_EQ(made.status, 201) << made.code << made.fault;
    }
    /// Runs the job of this name that was filed last.
    void runLast(const std::string& name) {
        Json payload;
        for (const auto& job : test.jobs()) {
            payload = job.name == name ? job.payload : payload;
        }
        test.job(name, payload);
    }

    PluginTest test;

private:
    std::string provider_;
};

} // namespace svc::integrations::testing
