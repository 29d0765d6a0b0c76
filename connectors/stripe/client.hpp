#pragma once

#include <string>
#include <string_view>

#include <svc/connector.hpp>

namespace svc::stripe {

/// Of the interface; pinned.
inline constexpr std::string_view Version = "2023-08-16";

std::string url(std::string_view path);
/// The code of `{ "error": { type, code, message } }`; empty when there is none.
std::string codeOf(const HttpReply& reply);
/// With the version and the key that is kept, or one that is to prove itself first.
HttpCall&& withKey(HttpCall&& request, const std::string& key = {});

/// Seconds since 1970 of an answer; a time that no calendar has is no answer.
Instant instantOf(const Json& seconds);

/// The verb fetch of the feed `payouts`.
Json fetch(Call& call, const Json& input);

} // namespace svc::stripe
