#include "connection/chosen.hpp"

#include <algorithm>

namespace svc::integrations {
namespace {

bool contains(const Json& list, std::string_view text) {
    const auto& items = list.items();
    return std::any_of(items.begin(), items.end(),
                       [&](const Json& one) { return one.isString() && one.text() == text; });
}

/// The candidate with the higher value is preferred.
int fitness(const Chosen& candidate, std::string_view currency) {
    const std::vector<std::string>& currencies = candidate.provider.currencies;
    const bool takes = currency.empty() || currencies.empty() ||
                       std::find(currencies.begin(), currencies.end(), currency) != currencies.end();
    return (takes ? 2 : 0) + (candidate.connection.state == State::Connected ? 1 : 0);
}

} // namespace

std::optional<Chosen> findCapable(Call& call, const std::optional<std::string>& named,
                                  std::string_view capability, std::string_view currency) {
    std::optional<Chosen> chosen;
    for (Connection& connection : listConnections(call)) {
        const bool wanted = (!named || *named == connection.provider) && connection.state != State::Expired;
        if (!wanted || !verbs::offersDescribe(call, connection.provider)) {
            continue;
        }
        Chosen candidate{requireProvider(call, connection.provider), std::move(connection)};
        if (contains(candidate.provider.capabilities, capability) &&
            (!chosen || fitness(candidate, currency) > fitness(*chosen, currency))) {
            chosen = std::move(candidate);
        }
    }
    return chosen;
}

Chosen choose(Call& call, const std::optional<std::string>& named, std::string_view capability,
              std::string_view currency) {
    std::optional<Chosen> chosen = findCapable(call, named, capability, currency);
    if (!chosen) {
        throw ApiError(400, "integration-not-connected");
    }
    return *std::move(chosen);
}

} // namespace svc::integrations
