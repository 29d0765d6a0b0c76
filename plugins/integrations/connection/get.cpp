#include "connection/store.hpp"

namespace svc::integrations {

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

} // namespace svc::integrations
