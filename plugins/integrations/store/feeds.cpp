#include "store/feeds.hpp"

namespace svc::integrations {
namespace {

#define SVC_FEED_COLUMNS                                                                                     \
    "f.provider, f.name, f.cursor, f.since, f.turn, f.due_at, f.not_before, f.last_at, f.failures,"          \
    " f.last_error, f.records"

constexpr std::string_view AddFeedSql =
    "INSERT INTO integrations.feed (company_id, provider, name, turn, due_at)"
    " VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING";
#define SVC_FEEDS_OF                                                                                         \
    "SELECT " SVC_FEED_COLUMNS " FROM integrations.feed f WHERE f.company_id = $1 AND f.provider = $2"
constexpr std::string_view ListFeedsSql = SVC_FEEDS_OF " ORDER BY f.name";
constexpr std::string_view FindFeedSql = SVC_FEEDS_OF " AND f.name = $3";
constexpr std::string_view LockFeedSql = SVC_FEEDS_OF " AND f.name = $3 FOR UPDATE";
constexpr std::string_view OverdueSql =
    "SELECT " SVC_FEED_COLUMNS " FROM integrations.feed f JOIN integrations.connection c"
    " ON c.company_id = f.company_id AND c.provider = f.provider"
    " WHERE f.company_id = $1 AND f.due_at < $2 AND c.state <> 'expired' ORDER BY f.provider, f.name";
constexpr std::string_view SaveFeedSql =
    "UPDATE integrations.feed SET cursor = $4, since = $5, turn = $6, due_at = $7, not_before = $8,"
    " last_at = $9, failures = $10, last_error = $11, records = $12"
    " WHERE company_id = $1 AND provider = $2 AND name = $3";
constexpr std::string_view RemoveFeedsSql =
    "DELETE FROM integrations.feed WHERE company_id = $1 AND provider = $2";

Feed feedAt(const Row& row) {
    Feed feed;
    feed.provider = row.text(0);
    feed.name = row.text(1);
    feed.cursor = row.isNull(2) ? Json(nullptr) : row.json(2);
    feed.since = row.optionalDate(3);
    feed.turn = row.integer(4);
    feed.dueAt = row.instant(5);
    feed.notBefore = row.optionalInstant(6);
    feed.lastAt = row.optionalInstant(7);
    feed.failures = row.integer(8);
    feed.lastError = row.optionalString(9);
    feed.records = row.integer(10);
    return feed;
}

std::vector<Feed> feedsAt(const Rows& rows) {
    std::vector<Feed> feeds;
    for (const Row row : rows) {
        feeds.push_back(feedAt(row));
    }
    return feeds;
}

std::optional<Feed> firstFeed(const Rows& rows) {
    return rows.empty() ? std::nullopt : std::optional(feedAt(rows[0]));
}

} // namespace

void addFeed(Call& call, std::string_view provider, std::string_view name) {
    call.db().send(AddFeedSql, call.companyId(), provider, name, call.now().micros(), call.now());
}

std::vector<Feed> listFeeds(Call& call, std::string_view provider) {
    return feedsAt(call.db().query(ListFeedsSql, call.companyId(), provider));
}

std::optional<Feed> findFeed(Call& call, std::string_view provider, std::string_view name) {
    return firstFeed(call.db().query(FindFeedSql, call.companyId(), provider, name));
}

std::optional<Feed> lockFeed(Call& call, std::string_view provider, std::string_view name) {
    return firstFeed(call.db().query(LockFeedSql, call.companyId(), provider, name));
}

std::vector<Feed> overdueFeeds(Call& call, Instant before) {
    return feedsAt(call.db().query(OverdueSql, call.companyId(), before));
}

void saveFeed(Call& call, const Feed& feed) {
    call.db().send(SaveFeedSql, call.companyId(), feed.provider, feed.name,
                   feed.cursor.isNull() ? Param(nullptr) : Param(feed.cursor), feed.since, feed.turn,
                   feed.dueAt, feed.notBefore, feed.lastAt, feed.failures, feed.lastError, feed.records);
}

void removeFeeds(Call& call, std::string_view provider) {
    call.db().send(RemoveFeedsSql, call.companyId(), provider);
}

} // namespace svc::integrations
