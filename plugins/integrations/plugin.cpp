#include <svc/plugin.hpp>

#include "api/routes.hpp"

namespace {

void start(svc::Registry& registry) {
    using namespace svc::integrations;
    registry.route("listIntegrations", listIntegrations);
    registry.route("connectIntegration", connectIntegration);
    registry.route("authorizeIntegration", authorizeIntegration);
    registry.route("changeIntegrationSettings", changeIntegrationSettings);
    registry.route("testIntegration", testIntegration);
    registry.route("syncIntegration", syncIntegration);
    registry.route("disconnectIntegration", disconnectIntegration);

    registry.command("integrations.get", getCommand);
    registry.command("integrations.connected", connectedCommand);
    registry.command("integrations.disconnected", disconnectedCommand);
    registry.command("integrations.call_succeeded", callSucceededCommand);
    registry.command("integrations.call_failed", callFailedCommand);
    registry.command("integrations.plan_use", planUseCommand);

    registry.job("sync", syncJob);
}

} // namespace

SVC_PLUGIN("integrations", "1.0.0", start)
