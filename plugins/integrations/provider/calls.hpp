#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

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

/// What has become of the calls that a verb has made.
struct Outgoing {
    bool credentialsRefused = false; ///< the provider's last answer was 401 or 403
};
/// Runs `verb`, outside of a transaction, and stores the calls that it made, whatever the result; of what
/// they say, `secrets` are left out. Throws RetryLater when the provider asks to retry later.
Outgoing keepCalls(Call& call, std::string_view provider, const std::vector<std::string>& secrets,
                   const std::function<void()>& verb);
/// Refuses with RetryLater before the instant that the provider has named.
void checkTurn(Call& call, std::string_view provider);

/// The secrets in the input of a verb: credentials, and what a consent delivered.
template <class Input>
std::vector<std::string> secretsIn(const Input& input) {
    std::vector<std::string> secrets;
    if constexpr (requires { input.credentials; }) {
        for (const Json::Member& member : input.credentials.members()) {
            secrets.push_back(member.value.isString() ? member.value.text() : "");
        }
    }
    if constexpr (requires { input.codeVerifier; }) {
        secrets.push_back(input.code.value_or(""));
        secrets.push_back(input.codeVerifier);
    }
    return secrets;
}

/// Runs a verb of a connector, such as `verbs::fetch`, outside of a transaction, and stores the calls that it
/// made, whatever the result. Throws RetryLater when the provider asks to retry later.
template <class Output, class Input>
Output ask(Call& call, Output (*verb)(Call&, std::string_view, const Input&), std::string_view provider,
           const std::type_identity_t<Input>& input) {
    Output output{};
    keepCalls(call, provider, secretsIn(input), [&] { output = verb(call, provider, input); });
    return output;
}
/// Like ask(), for automatic calls and those for a document: not before the instant that the provider has
/// named.
template <class Output, class Input>
Output askInTurn(Call& call, Output (*verb)(Call&, std::string_view, const Input&), std::string_view provider,
                 const std::type_identity_t<Input>& input) {
    checkTurn(call, provider);
    return ask(call, verb, provider, input);
}
/// Runs the verb connect. The provider's reason for a refusal is passed on without the credentials, which
/// some providers repeat there.
verbs::ConnectOutput tryCredentials(Call& call, std::string_view provider, const verbs::ConnectInput& input);

/// Stores an incoming call of the provider, in a transaction; its address is `place` and the provider,
/// without the token. `errorCode`: empty when it was accepted.
void keepIncoming(Call& call, std::string_view provider, std::chrono::steady_clock::time_point began,
                  int status, std::string_view errorCode, std::string_view place = "/hooks/");

} // namespace svc::integrations
