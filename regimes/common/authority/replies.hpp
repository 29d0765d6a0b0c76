// Answers of an authority.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>

#include <svc/call.hpp>

namespace svc::authority {

/// Does the error of a call without an answer say that nothing was sent (docs/sdk/calling-out.md)? After any
/// other one the request may have arrived.
inline bool saysNothingSent(std::string_view error) {
    constexpr std::array<std::string_view, 6> NothingSent = {
        "resolve", "connect", "tls", "address-refused", "permission-refused", "circuit-open"};
    return std::find(NothingSent.begin(), NothingSent.end(), error) != NothingSent.end();
}

/// The request certainly did not reach the authority.
inline bool neverArrived(const HttpReply& reply) {
    return !reply.answered() && saysNothingSent(reply.error);
}

/// The authority did not process the request: it was unreachable, refused the credentials or limited the
/// rate. A retry is safe.
inline bool nothingDone(const HttpReply& reply) {
    return neverArrived(reply) || reply.status == 401 || reply.status == 403 || reply.status == 429;
}

/// The pause that the authority asks for; nothing when it did not answer, or names none. (While the circuit
/// of the authority is open the host names one too: such a request counts as a failure like another.)
inline std::optional<Instant> pauseAskedBy(const HttpReply& reply, Instant now) {
    return reply.answered() ? reply.retryAfter(now) : std::nullopt;
}

/// The JSON object of an answer; null when the body is no JSON object.
inline Json bodyOf(const HttpReply& reply) {
    try {
        Json body = reply.json();
        return body.isObject() ? body : Json(nullptr);
    } catch (const JsonError&) {
        return nullptr;
    }
}

/// `HTTP 500`, or the transport error.
inline std::string whyNot(const HttpReply& reply) {
    return reply.answered() ? "HTTP " + std::to_string(reply.status) : reply.error;
}

} // namespace svc::authority
