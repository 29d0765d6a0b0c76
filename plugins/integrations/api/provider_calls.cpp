// What was exchanged with a provider, for the people who look for a fault.
#include "api/provider_calls.hpp"

#include <algorithm>

#include "store/connections.hpp"
#include "store/provider_calls.hpp"

namespace svc::integrations {
namespace {

constexpr std::string_view Collection = "provider-calls";

constexpr std::string_view CircuitOpen = "circuit-open";

/// Keeps what the verb has sent, and gives the last call of it.
auto keepSent(Call& call, std::string_view provider) {
    decltype(calls::host::sent(call, {}).calls) sent;
    if (call.offers("host.sent")) {
        call.transaction([&] {
            const auto told = calls::host::sent(call, {.plugin = std::string(provider)});
            for (const auto& one : told.calls) {
                keepCall(call, provider,
                         {.direction = api::ProviderCallDirection::Out,
                          .method = one.method,
                          .path = one.path,
                          .status = one.status,
                          .durationMs = one.durationMs,
                          .errorCode = one.error,
                          .requestId = told.requestId});
            }
            sent = told.calls;
        });
    }
    return sent.empty() ? std::nullopt : std::optional(sent.back());
}

/// The provider answers that it is not to be called before.
void keepWait(Call& call, std::string_view provider, Instant until) {
    call.transaction([&] {
        if (auto connection = lockConnection(call, provider)) {
            connection->notBefore = until;
            saveConnection(call, *connection);
        }
    });
}

/// The text of a refusal without the values of these credentials.
std::string withoutSecrets(std::string text, const Json& credentials) {
    constexpr std::size_t ShortestSecret = 4;
    constexpr std::string_view Hidden = "***";
    for (const auto& [name, value] : credentials.members()) {
        const std::string secret = value.isString() ? value.text() : "";
        const std::size_t from = std::min(text.find(':'), text.size()); // our own code stays
        for (std::size_t at = secret.size() < ShortestSecret ? std::string::npos : text.find(secret, from);
             at != std::string::npos; at = text.find(secret, at + Hidden.size())) {
            text.replace(at, secret.size(), Hidden);
        }
    }
    return text;
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

Json ask(Call& call, std::string_view provider, std::string_view verb, const Json& input) {
    Json answer;
    try {
        answer = call.command(verbOf(provider, verb), input);
    } catch (const ApiError& refusal) {
        const auto last = keepSent(call, provider);
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
    keepSent(call, provider);
    return answer;
}

Json tryCredentials(Call& call, std::string_view provider, const Json& input) {
    try {
        return ask(call, provider, "connect", input);
    } catch (const ApiError& refusal) {
        throw ApiError(refusal.status(), withoutSecrets(std::string(refusal.code()), input["credentials"]));
    }
}

Json askInTurn(Call& call, std::string_view provider, std::string_view verb, const Json& input) {
    const auto until = call.transaction([&] {
        const auto connection = findConnection(call, provider);
        return connection ? connection->notBefore : std::nullopt;
    });
    if (until && *until > call.now()) {
        throw RetryLater(ApiError(400, "integration-unreachable", {"retry-after"}), *until, false);
    }
    return ask(call, provider, verb, input);
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

Answer<200, api::ProviderCallPage> listProviderCalls(Request& request,
                                                     const api::ListProviderCallsParameters& parameters) {
    requireProvider(request, parameters.provider);
    std::optional<Uuid> before;
    if (parameters.cursor && !parameters.cursor->empty()) {
        before = Uuid::parse(request.openCursor(Collection, *parameters.cursor));
        if (!before) {
            throw ApiError(400, "cursor-invalid");
        }
    }
    api::ProviderCallPage page{.data = listCalls(request, parameters.provider, before, parameters.limit + 1),
                               .nextCursor = parameters.cursor.value_or("")};
    page.hasMore = static_cast<std::int64_t>(page.data.size()) > parameters.limit;
    if (page.hasMore) {
        page.data.pop_back();
    }
    if (!page.data.empty()) {
        page.nextCursor = request.sealCursor(Collection, page.data.back().id);
    }
    return page;
}

} // namespace svc::integrations
