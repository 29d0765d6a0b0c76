#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bindings.hpp"

namespace svc::integrations {

/// How far one feed of a connection has been fetched.
struct Feed {
    std::string provider;
    std::string name;
    Json cursor;                      ///< the connector's own; null at the beginning
    std::optional<Date> since;        ///< from where a person wants it again, until the first page
    std::int64_t turn = 0;            ///< another one when the cursor moves, also in a new connection
    Instant dueAt;                    ///< next run
    std::optional<Instant> notBefore; ///< as the provider asks
    std::optional<Instant> lastAt;    ///< end of the last run
    std::int64_t failures = 0;        ///< failed runs in a row
    std::optional<std::string> lastError;
    std::int64_t records = 0; ///< that came in since it was connected
};

/// The feed is there from now on, due at once; nothing when it is there.
void addFeed(Call& call, std::string_view provider, std::string_view name);
/// By name.
std::vector<Feed> listFeeds(Call& call, std::string_view provider);
std::optional<Feed> findFeed(Call& call, std::string_view provider, std::string_view name);
/// Locked until the commit; the connection is locked before its feeds.
std::optional<Feed> lockFeed(Call& call, std::string_view provider, std::string_view name);
/// Feeds of connections in use that should have been fetched before.
std::vector<Feed> overdueFeeds(Call& call, Instant before);
void saveFeed(Call& call, const Feed& feed);
void removeFeeds(Call& call, std::string_view provider);

} // namespace svc::integrations
