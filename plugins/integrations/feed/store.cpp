#include "feed/store.hpp"

#include <svc/columns.hpp>

namespace svc::integrations {
namespace {

const Table Feeds("integrations.feed", columnWrittenOnce("name", &Feed::name),
                  columnWrittenOnce("provider", &Feed::provider), column("cursor", &Feed::cursor),
                  column("since", &Feed::since), column("turn", &Feed::turn), column("due_at", &Feed::dueAt),
                  column("not_before", &Feed::notBefore), column("last_at", &Feed::lastAt),
                  column("failures", &Feed::failures), column("last_error", &Feed::lastError),
                  column("records", &Feed::records));
const std::string SelectFeeds = "SELECT " + Feeds.select("f") + " FROM integrations.feed f";

constexpr std::string_view AddFeedSql =
    "INSERT INTO integrations.feed (company_id, provider, name, turn, due_at)"
    " VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING";
const std::string FeedsOfSql = SelectFeeds + " WHERE f.company_id = $1 AND f.provider = $2";
const std::string ListFeedsSql = FeedsOfSql + " ORDER BY f.name";
const std::string FindFeedSql = FeedsOfSql + " AND f.name = $3";
const std::string LockFeedSql = FindFeedSql + " FOR UPDATE";
const std::string OverdueSql =
    SelectFeeds +
    " JOIN integrations.connection c ON c.company_id = f.company_id AND c.provider = f.provider"
    " WHERE f.company_id = $1 AND f.due_at < $2 AND c.state <> 'expired' ORDER BY f.provider, f.name";
constexpr std::string_view SaveFeedSql =
    "UPDATE integrations.feed SET cursor = $4, since = $5, turn = $6, due_at = $7, not_before = $8,"
    " last_at = $9, failures = $10, last_error = $11, records = $12"
    " WHERE company_id = $1 AND provider = $2 AND name = $3";
constexpr std::string_view RemoveFeedsSql =
    "DELETE FROM integrations.feed WHERE company_id = $1 AND provider = $2";

std::vector<Feed> feedsAt(const Rows& rows) {
    std::vector<Feed> feeds;
    for (const Row row : rows) {
        feeds.push_back(Feeds.read(row));
    }
    return feeds;
}

std::optional<Feed> firstFeed(const Rows& rows) {
    return rows.empty() ? std::nullopt : std::optional(Feeds.read(rows[0]));
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
