#pragma once

#include <string>
#include <string_view>

#include <svc/connector.hpp>

namespace svc::stripe {

/// The pinned API version.
inline constexpr std::string_view Version = "2023-08-16";

std::string url(std::string_view path);
/// The code of `{ "error": { type, code, message } }`; empty when there is none.
std::string codeOf(const HttpReply& reply);
/// Adds the version and the stored key, or a key to test.
HttpCall&& withKey(HttpCall&& request, const std::string& key = {});

/// Pages of a list that are read at the most.
inline constexpr int MostPages = 100;
/// The parameter of a list for the page after this record; empty for the first page.
std::string startingAfter(const std::string& id);

/// Does the key, secret or restricted, move play money only?
bool isTestKey(std::string_view key);

/// The instant of seconds since 1970; a value outside of the calendar is refused as unreadable.
Instant instantOf(const Json& seconds);

/// A page of the feed `payouts`.
Json fetchPayouts(Call& call, const Json& input);

} // namespace svc::stripe
