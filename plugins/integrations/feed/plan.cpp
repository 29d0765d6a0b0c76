// Feeds: what is fetched from providers for the company, when, and on whose request.
#include "feed/plan.hpp"

#include <algorithm>

namespace svc::integrations {
namespace {

/// A run that has not ended after this time has failed.
constexpr std::int64_t GivenUp = Instant::Hour;
/// Delay of a run while another feed of the connection is being fetched.
constexpr std::int64_t Postponed = 10 * Instant::Minute;

void addFeeds(Call& call, const Provider& provider) {
    for (const auto& feed : provider.feeds) {
        addFeed(call, provider.id, feed.name);
    }
}

bool isSyncing(const Connection& connection, Instant now) {
    return connection.syncingSince && now - *connection.syncingSince < GivenUp;
}

} // namespace

bool hasFeeds(Call& call, const Provider& provider) {
    return !provider.feeds.empty() && verbs::offersFetch(call, provider.id);
}

void beginFeeds(Call& call, const Provider& provider, Connection& connection) {
    if (hasFeeds(call, provider)) {
        askForFeeds(call, provider, connection, std::nullopt);
    }
}

Uuid askForFeeds(Call& call, const Provider& provider, Connection& connection, std::optional<Date> since) {
    if (isSyncing(connection, call.now())) {
        throw ApiError(400, "sync-in-progress");
    }
    addFeeds(call, provider);
    Instant due = call.now();
    for (Feed& feed : listFeeds(call, provider.id)) {
        if (since) {
            feed.since = since;
            ++feed.turn;
            saveFeed(call, feed);
        }
        due = std::max(due, feed.notBefore.value_or(due));
    }
    connection.syncingSince = due;
    saveConnection(call, connection);
    return jobs::fileSync(call, provider.id, due, {.provider = provider.id, .feed = std::nullopt});
}

void planRun(Call& call, const Feed& feed) {
    jobs::fileWake(call, feed.dueAt, {.provider = feed.provider, .feed = feed.name},
                   feed.provider + '/' + feed.name + '/' + feed.dueAt.toString());
}

void planOverdue(Call& call) {
    for (const Feed& feed : overdueFeeds(call, call.now() - GivenUp)) {
        jobs::fileWake(call, call.now(), {.provider = feed.provider, .feed = feed.name}, {});
    }
}

std::vector<api::IntegrationFeed> feedsOf(Call& call, const Provider& provider,
                                          const Connection* connection) {
    std::vector<api::IntegrationFeed> feeds;
    if (connection == nullptr || provider.feeds.empty()) {
        return feeds;
    }
    for (const Feed& feed : listFeeds(call, provider.id)) {
        feeds.push_back({.name = feed.name,
                         .records = feed.records,
                         .failures = feed.failures,
                         .nextAt = feed.dueAt,
                         .lastAt = feed.lastAt,
                         .lastError = feed.lastError});
    }
    return feeds;
}

void jobs::wake(Call& call, const jobs::WakePayload& payload) {
    auto connection = lockConnection(call, payload.provider);
    auto feed = lockFeed(call, payload.provider, payload.feed);
    // It may have been fetched meanwhile and is then due at another time.
    if (!connection || connection->state == State::Expired || !feed || feed->dueAt > call.now()) {
        return;
    }
    if (isSyncing(*connection, call.now())) {
        feed->dueAt = call.now() + Postponed;
        saveFeed(call, *feed);
        planRun(call, *feed);
        return;
    }
    connection->syncingSince = call.now();
    saveConnection(call, *connection);
    jobs::fileSync(call, payload.provider, call.now(), {.provider = payload.provider, .feed = payload.feed});
}

} // namespace svc::integrations
