// Reports of connectors about their connection.
#include "connection/connected.hpp"
#include "connection/states.hpp"

namespace svc::integrations {

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

} // namespace svc::integrations
