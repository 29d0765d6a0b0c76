// The log of calls to a provider, for troubleshooting.
#include "provider/calls.hpp"

#include <algorithm>
#include <utility>

#include <svc/connector.hpp>

#include "connection/store.hpp"
#include "provider/store.hpp"

namespace svc::integrations {
namespace {

constexpr std::string_view CircuitOpen = "circuit-open";

using SentCalls = decltype(calls::host::sent(std::declval<Call&>(), {}).calls);

/// The text without secrets.
std::string without(const std::vector<std::string>& secrets, std::string text) {
    for (const std::string& secret : secrets) {
        text = connector::withoutSecret(std::move(text), secret);
    }
    return text;
}

/// Some providers refuse with a success status: then the text that the connector read is in its refusal,
/// `provider-refused:<code>:<words>`.
void tellRefusal(SentCalls& sent, std::string_view refusal) {
    const bool answeredWell = std::all_of(sent.begin(), sent.end(),
                                          [](const auto& one) { return one.status && *one.status < 400; });
    const bool ofProvider =
        refusal.starts_with("provider-refused:") || refusal.starts_with("integration-credentials-invalid:");
    if (sent.empty() || !answeredWell || !ofProvider) {
        return;
    }
    const std::string_view said = refusal.substr(refusal.find(':') + 1);
    const std::size_t colon = std::min(said.find(':'), said.size());
    sent.back().code = said.substr(0, colon);
    if (colon < said.size()) {
        sent.back().words = said.substr(colon + 1);
    }
}

/// Stores the calls that the verb made, and returns the last one. `refusal`: the code with which it ended;
/// else empty.
auto keepSent(Call& call, std::string_view provider, const std::vector<std::string>& secrets,
              std::string_view refusal = {}) {
    SentCalls sent;
    if (calls::host::offersSent(call)) {
        call.transaction([&] {
            auto told = calls::host::sent(call, {.plugin = std::string(provider)});
            tellRefusal(told.calls, refusal);
            const auto shown = [&](const std::optional<std::string>& text) {
                return text ? std::optional(without(secrets, *text)) : std::nullopt;
            };
            for (const auto& one : told.calls) {
                keepCall(call, provider,
                         {.direction = api::ProviderCallDirection::Out,
                          .method = one.method,
                          .path = one.path,
                          .status = one.status,
                          .durationMs = one.durationMs,
                          .errorCode = one.error ? one.error : shown(one.code),
                          .errorMessage = shown(one.words),
                          .requestId = told.requestId});
            }
            sent = told.calls;
        });
    }
    return sent.empty() ? std::nullopt : std::optional(sent.back());
}

/// Stores the instant before which the provider must not be called.
void keepWait(Call& call, std::string_view provider, Instant until) {
    call.transaction([&] {
        if (auto connection = lockConnection(call, provider)) {
            connection->notBefore = until;
            saveConnection(call, *connection);
        }
    });
}

} // namespace

std::optional<Instant> retryTime(const ApiError& refusal) {
    const auto* later = dynamic_cast<const RetryLater*>(&refusal);
    return later == nullptr ? std::nullopt : std::optional(later->at);
}

bool wasNotAsked(const ApiError& refusal) {
    const auto* later = dynamic_cast<const RetryLater*>(&refusal);
    return later != nullptr && !later->asked;
}

Outgoing keepCalls(Call& call, std::string_view provider, const std::vector<std::string>& secrets,
                   const std::function<void()>& verb) {
    constexpr int Unauthorized = 401;
    constexpr int Forbidden = 403;
    try {
        verb();
    } catch (const ApiError& refusal) {
        const auto last = keepSent(call, provider, secrets, refusal.code());
        const auto at = last && last->retryAfter ? retryAfter(*last->retryAfter, call.now()) : std::nullopt;
        if (!at) {
            throw;
        }
        const bool asked = last->error != CircuitOpen;
        if (asked) {
            keepWait(call, provider, *at);
        }
        throw RetryLater(refusal, *at, asked);
    }
    const auto last = keepSent(call, provider, secrets);
    return {.credentialsRefused = last && (last->status == Unauthorized || last->status == Forbidden)};
}

void checkTurn(Call& call, std::string_view provider) {
    const auto until = call.transaction([&] {
        const auto connection = findConnection(call, provider);
        return connection ? connection->notBefore : std::nullopt;
    });
    if (until && *until > call.now()) {
        throw RetryLater(ApiError(400, "integration-unreachable", {"retry-after"}), *until, false);
    }
}

verbs::ConnectOutput tryCredentials(Call& call, std::string_view provider, const verbs::ConnectInput& input) {
    try {
        return ask(call, verbs::connect, provider, input);
    } catch (const ApiError& refusal) {
        const std::string code(refusal.code());
        const std::size_t own = std::min(code.find(':'), code.size()); // the service's own code stays
        throw ApiError(refusal.status(), code.substr(0, own) + without(secretsIn(input), code.substr(own)));
    }
}

void keepIncoming(Call& call, std::string_view provider, std::chrono::steady_clock::time_point began,
                  int status, std::string_view errorCode, std::string_view place) {
    const auto took = std::chrono::steady_clock::now() - began;
    keepCall(call, provider,
             {.direction = api::ProviderCallDirection::In,
              .method = "POST",
              .path = std::string(place) + std::string(provider),
              .status = status,
              .durationMs = std::chrono::duration_cast<std::chrono::milliseconds>(took).count(),
              .errorCode = errorCode.empty() ? std::nullopt : std::optional(std::string(errorCode)),
              .requestId = std::string(call.requestId())});
}

} // namespace svc::integrations
