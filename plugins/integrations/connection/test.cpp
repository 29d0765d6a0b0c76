#include <svc/connector.hpp>

#include "connection/connected.hpp"
#include "connection/states.hpp"
#include "provider/calls.hpp"

namespace svc::integrations {
namespace {

struct Tried {
    api::TestIntegrationAnswer answer;
    bool accessLost = false;
};

/// The result of a test call; a refusal by the provider is a result too.
Tried tried(Request& request, std::string_view provider) {
    try {
        verbs::TestOutput told;
        const Outgoing calls =
            keepCalls(request, provider, {}, [&] { told = verbs::test(request, provider); });
        return {.answer = {.ok = told.ok, .durationMs = told.durationMs, .error = std::move(told.error)},
                .accessLost = !told.ok && calls.credentialsRefused};
    } catch (const ApiError& refusal) {
        if (refusal.status() >= 500) {
            throw;
        }
        return {.answer = {.ok = false, .durationMs = 0, .error = std::string(refusal.code())},
                .accessLost = connector::isCredentialsRefusal(refusal.code())};
    }
}

/// A connection that was removed meanwhile stays as it is.
void loseAccess(Call& call, const Provider& provider, const std::optional<std::string>& error) {
    if (auto connection = lockConnection(call, provider.id)) {
        connection->lastError = error;
        expire(call, provider, *connection, EndReason::Revoked);
    }
}

} // namespace

Answer<200, api::TestIntegrationAnswer> testIntegration(Request& request,
                                                        const api::TestIntegrationParameters& parameters) {
    const Connected found = findConnected(request, parameters.provider);
    if (!verbs::offersTest(request, found.provider.id)) {
        return api::TestIntegrationAnswer{.ok = true, .durationMs = 0, .error = std::nullopt};
    }
    const Tried trial = tried(request, found.provider.id);
    request.transaction([&] {
        if (trial.accessLost) {
            loseAccess(request, found.provider, trial.answer.error);
        } else {
            record(request, found.provider.id, trial.answer.ok, trial.answer.error, false);
        }
    });
    return trial.answer;
}

} // namespace svc::integrations
