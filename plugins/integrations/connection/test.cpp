#include "connection/connected.hpp"
#include "connection/states.hpp"
#include "provider/calls.hpp"

namespace svc::integrations {
namespace {

/// What a provider said when it was tried; that it refused is an answer too.
api::TestIntegrationAnswer tried(Request& request, std::string_view provider) {
    try {
        const Json result = ask(request, provider, "test", Json::object());
        return {.ok = result.optionalBool("ok").value_or(true),
                .durationMs = result.optionalInteger("durationMs").value_or(0),
                .error = result.optionalText("error")};
    } catch (const ApiError& refusal) {
        if (refusal.status() >= 500) {
            throw;
        }
        return {.ok = false, .durationMs = 0, .error = std::string(refusal.code())};
    }
}

} // namespace

Answer<200, api::TestIntegrationAnswer> testIntegration(Request& request,
                                                        const api::TestIntegrationParameters& parameters) {
    const Connected found = findConnected(request, parameters.provider);
    if (!request.offers(verbOf(found.provider.id, "test"))) {
        return api::TestIntegrationAnswer{.ok = true, .durationMs = 0, .error = std::nullopt};
    }
    const api::TestIntegrationAnswer answer = tried(request, found.provider.id);
    request.transaction([&] { record(request, found.provider.id, answer.ok, answer.error, false); });
    return answer;
}

} // namespace svc::integrations
