#pragma once

#include <chrono>
#include <optional>
#include <string_view>

#include "provider/provider.hpp"

namespace svc::integrations {

/// A refusal that says when the provider may be asked again: it has answered 429 or 503 with Retry-After
/// (which the connection keeps), or it was not asked at all, for that time is not over or the host does not
/// call it now (circuit-open).
class RetryLater : public ApiError {
public:
    RetryLater(const ApiError& refusal, Instant when, bool wasAsked)
        : ApiError(refusal), at(when), asked(wasAsked) {}

    Instant at;
    bool asked;
};

/// When it may be repeated; nothing when the refusal does not say it.
std::optional<Instant> retryTime(const ApiError& refusal);
/// Was nobody called?
bool wasNotAsked(const ApiError& refusal);

/// Runs a verb of a connector, outside of a transaction, and keeps what it has sent to the provider, whatever
/// came of it. Throws RetryLater when the provider asks to come back.
Json ask(Call& call, std::string_view provider, std::string_view verb, const Json& input);
/// What the verb test has found. It tells a refusal in words: `credentialsRefused`, when the provider's last
/// answer to it was 401 or 403.
struct Trial {
    Json result;
    bool credentialsRefused = false;
};
Trial tryConnection(Call& call, std::string_view provider);
/// The verb connect. What the provider says of its refusal is told on without the credentials, which some
/// repeat there.
Json tryCredentials(Call& call, std::string_view provider, const Json& input);
/// The same as ask() for what is asked by itself or for a document: not before the instant that the provider
/// has named.
Json askInTurn(Call& call, std::string_view provider, std::string_view verb, const Json& input);

/// A call of the provider, in a transaction; its address, `place` and the provider, without the token.
/// `errorCode`: empty when it was taken.
void keepIncoming(Call& call, std::string_view provider, std::chrono::steady_clock::time_point began,
                  int status, std::string_view errorCode, std::string_view place = "/hooks/");

} // namespace svc::integrations
