#pragma once

#include "host/auth/digest.hpp"

#include <svc/date.hpp>

#include <algorithm>
#include <string>
#include <string_view>

namespace svc::host::auth {

inline constexpr std::string_view SessionMarker = "svc_sess_";
/// Tokens of sessions, and of links in mails, which have no marker.
inline constexpr std::size_t TokenLength = 40;

/// A session ends after this time without use, and at the absolute limit in any case (api 3.2).
inline constexpr std::int64_t SessionIdle = 12 * Instant::Hour;
inline constexpr std::int64_t SessionAbsolute = 30 * Instant::Day;
/// last_used_at of sessions and keys is written at most once in this time, so that most reads write nothing.
inline constexpr std::int64_t UseInterval = Instant::Minute;

inline std::string makeSessionToken() {
    return std::string(SessionMarker) + randomAlphanumeric(TokenLength);
}

/// When a session ends if it is not used again.
inline Instant sessionEnd(Instant lastUsed, Instant absoluteLimit) {
    return std::min(lastUsed + SessionIdle, absoluteLimit);
}

} // namespace svc::host::auth
