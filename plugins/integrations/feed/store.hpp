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
    std::optional<Date> since;        ///< a user wants it again from here, instead of from the cursor
    std::int64_t turn = 0;            ///< changes with the cursor, also in a new connection
    Instant dueAt;                    ///< next run
    std::optional<Instant> notBefore; ///< as the provider requests
    std::optional<Instant> lastAt;    ///< end of the last run
    std::int64_t failures = 0;        ///< failed runs in a row
    std::optional<std::string> lastError;
    std::int64_t records = 0; ///< received since it was connected
};

/// Adds the feed, due at once; does nothing when it exists.
void addFeed(Call& call, std::string_view provider, std::string_view name);
/// By name.
std::vector<Feed> listFeeds(Call& call, std::string_view provider);
std::optional<Feed> findFeed(Call& call, std::string_view provider, std::string_view name);
/// Locked until the commit; the connection is locked before its feeds.
std::optional<Feed> lockFeed(Call& call, std::string_view provider, std::string_view name);
/// Feeds of connections in use whose run is overdue.
std::vector<Feed> overdueFeeds(Call& call, Instant before);
void saveFeed(Call& call, const Feed& feed);
void removeFeeds(Call& call, std::string_view provider);

} // namespace svc::integrations
