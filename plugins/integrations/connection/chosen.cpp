#include "connection/chosen.hpp"

#include <algorithm>

namespace svc::integrations {
namespace {

bool isCapable(const Provider& provider, std::string_view capability) {
    const auto& capabilities = provider.capabilities.items();
    return std::any_of(capabilities.begin(), capabilities.end(),
                       [&](const Json& one) { return one.isString() && one.text() == capability; });
}

} // namespace

std::optional<Chosen> findCapable(Call& call, const std::optional<std::string>& named,
                                  std::string_view capability) {
    std::optional<Chosen> chosen;
    for (Connection& connection : listConnections(call)) {
        const bool wanted = (!named || *named == connection.provider) && connection.state != State::Expired;
        if (!wanted || !call.offers(verbOf(connection.provider, "describe"))) {
            continue;
        }
        Provider provider = requireProvider(call, connection.provider);
        const bool better =
            !chosen || (chosen->connection.state == State::Error && connection.state == State::Connected);
        if (better && isCapable(provider, capability)) {
            chosen = Chosen{std::move(provider), std::move(connection)};
        }
    }
    return chosen;
}

Chosen choose(Call& call, const std::optional<std::string>& named, std::string_view capability) {
    std::optional<Chosen> chosen = findCapable(call, named, capability);
    if (!chosen) {
        throw ApiError(400, "integration-not-connected");
    }
    return *std::move(chosen);
}

} // namespace svc::integrations
