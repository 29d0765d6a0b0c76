#pragma once

#include <chrono>
#include <optional>
#include <string_view>

#include "provider/provider.hpp"

namespace svc::integrations {

/// A refusal with the time of the next possible attempt: the provider answered 429 or 503 with Retry-After
/// (stored with the connection), or it was not called, because that time is not over or the host's circuit
/// breaker is open (circuit-open).
class RetryLater : public ApiError {
public:
    RetryLater(const ApiError& refusal, Instant when, bool wasAsked)
        : ApiError(refusal), at(when), asked(wasAsked) {}

    Instant at;
    bool asked;
};

/// The time of the next possible attempt; nothing when the refusal does not give one.
std::optional<Instant> retryTime(const ApiError& refusal);
/// Was the provider not called at all?
bool wasNotAsked(const ApiError& refusal);

/// Runs a verb of a connector, outside of a transaction, and stores the calls that it made, whatever the
/// result. Throws RetryLater when the provider asks to retry later.
Json ask(Call& call, std::string_view provider, std::string_view verb, const Json& input);
/// The result of the verb test, which reports a refusal in words. `credentialsRefused`: the provider's last
/// answer was 401 or 403.
struct Trial {
    Json result;
    bool credentialsRefused = false;
};
Trial tryConnection(Call& call, std::string_view provider);
/// Runs the verb connect. The provider's reason for a refusal is passed on without the credentials, which
/// some providers repeat there.
Json tryCredentials(Call& call, std::string_view provider, const Json& input);
/// Like ask(), for automatic calls and those for a document: not before the instant that the provider has
/// named.
Json askInTurn(Call& call, std::string_view provider, std::string_view verb, const Json& input);

/// Stores an incoming call of the provider, in a transaction; its address is `place` and the provider,
/// without the token. `errorCode`: empty when it was accepted.
void keepIncoming(Call& call, std::string_view provider, std::chrono::steady_clock::time_point began,
                  int status, std::string_view errorCode, std::string_view place = "/hooks/");

} // namespace svc::integrations
