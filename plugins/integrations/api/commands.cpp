#include "api/routes.hpp"

#include "api/provider.hpp"
#include "api/states.hpp"

namespace svc::integrations {
namespace {

Connection requireConnection(Call& call, const Json& input) {
    auto connection = lockConnection(call, input.textOr("provider"));
    if (!connection) {
        throw ApiError(400, "integration-not-connected");
    }
    return *std::move(connection);
}

} // namespace

Json getCommand(Call& call, const Json& input) {
    const auto connection = lockConnection(call, input.textOr("provider"));
    if (!connection) {
        return Json(nullptr);
    }
    return Json::object({{"provider", connection->provider},
                         {"state", connection->state},
                         {"account", connection->account},
                         {"settings", connection->settings},
                         {"failures", connection->failures},
                         {"lastSyncAt", connection->lastSyncAt}});
}

Json connectedCommand(Call& call, const Json& input) {
    const Provider provider = requireProvider(call, input.textOr("provider"));
    const auto known = lockConnection(call, provider.id);
    if (known && known->state != "expired") {
        throw ApiError(400, "integration-connected");
    }
    if (!known) {
        call.checkPlan("integrations", countConnections(call));
    }
    const Connection connection = connect(call, provider, input["account"], input["settings"]);
    return integrationJson(provider, &connection);
}

Json disconnectedCommand(Call& call, const Json& input) {
    const Provider provider = requireProvider(call, input.textOr("provider"));
    Connection connection = requireConnection(call, input);
    expire(call, provider, connection, input.textOr("reason") == "expired" ? "expired" : "revoked");
    return integrationJson(provider, &connection);
}

Json callSucceededCommand(Call& call, const Json& input) {
    Connection connection = requireConnection(call, input);
    succeed(call, connection, input.optionalBool("synced").value_or(false));
    return Json::object();
}

Json callFailedCommand(Call& call, const Json& input) {
    Connection connection = requireConnection(call, input);
    fail(call, connection, input.textOr("error", "unknown"));
    return Json::object({{"state", connection.state}});
}

Json planUseCommand(Call& call, const Json&) {
    return Json::object({{"integrations", countConnections(call)}});
}

} // namespace svc::integrations
