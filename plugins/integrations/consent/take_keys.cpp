#include <chrono>

#include "attempt/files.hpp"
#include "consent/finish.hpp"
#include "provider/calls.hpp"

namespace svc::integrations {

Response takeKeys(Request& request, const api::TakeKeysParameters& parameters) {
    const auto began = std::chrono::steady_clock::now();
    const std::string state = parameters.state.value_or("");
    const std::string hash = sha256Hex(state);
    std::optional<Authorization> awaited;
    const Provider provider = request.transaction([&] {
        Provider found = requireProvider(request, parameters.provider);
        awaited = found.deliversKeys ? beginDelivery(request, hash, found.id) : std::nullopt;
        return found;
    });
    if (!awaited) {
        throw ApiError(400, "state-invalid");
    }
    const auto told = [&](int status, std::string_view code) {
        keepIncoming(request, provider.id, began, status, code, "/oauth/callback/");
    };
    try {
        finish(request, provider, *awaited, {.code = std::nullopt, .body = std::string(request.rawInput())},
               state);
    } catch (const ApiError& refusal) {
        request.transaction([&] {
            keepOutcome(request, hash, refusal.code());
            told(refusal.status(), refusal.code());
        });
        throw;
    }
    request.transaction([&] { told(200, ""); });
    return Response::bytes(200, "text/plain", "ok");
}

} // namespace svc::integrations
