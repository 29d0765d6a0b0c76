#include "api/provider.hpp"
#include "api/states.hpp"

namespace svc::integrations {
namespace {

Connection requireConnection(Call& call, std::string_view provider) {
    auto connection = lockConnection(call, provider);
    if (!connection) {
        throw ApiError(400, "integration-not-connected");
    }
    return *std::move(connection);
}

} // namespace

std::optional<commands::GetOutput> commands::get(Call& call, const commands::GetInput& input) {
    const auto connection = lockConnection(call, input.provider);
    if (!connection) {
        return std::nullopt;
    }
    return commands::GetOutput{.provider = connection->provider,
                               .state = connection->state,
                               .account = connection->account,
                               .settings = connection->settings,
                               .failures = connection->failures,
                               .lastSyncAt = connection->lastSyncAt};
}

api::Integration commands::connected(Call& call, const commands::ConnectedInput& input) {
    const Provider provider = requireProvider(call, input.provider);
    const auto known = lockConnection(call, provider.id);
    if (known && known->state != State::Expired) {
        throw ApiError(400, "integration-connected");
    }
    if (!known) {
        call.checkPlan("integrations", countConnections(call));
    }
    const Connection connection = connect(call, provider, input.account, input.settings);
    return integrationOf(call, provider, &connection);
}

api::Integration commands::disconnected(Call& call, const commands::DisconnectedInput& input) {
    const Provider provider = requireProvider(call, input.provider);
    Connection connection = requireConnection(call, input.provider);
    const bool expired = input.reason == commands::DisconnectedInputReason::Expired;
    expire(call, provider, connection, expired ? EndReason::Expired : EndReason::Revoked);
    return integrationOf(call, provider, &connection);
}

void commands::callSucceeded(Call& call, const commands::CallSucceededInput& input) {
    Connection connection = requireConnection(call, input.provider);
    succeed(call, connection, input.synced);
}

commands::CallFailedOutput commands::callFailed(Call& call, const commands::CallFailedInput& input) {
    Connection connection = requireConnection(call, input.provider);
    fail(call, connection, input.error);
    return {.state = connection.state};
}

commands::PlanUseOutput commands::planUse(Call& call) {
    return {.integrations = countConnections(call)};
}

} // namespace svc::integrations
