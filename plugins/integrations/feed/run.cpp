// The runs of feeds: each page is fetched outside of a transaction and stored in one, together with the next
// cursor. If a host stops in between, the earlier pages are stored, and the next run continues after them.
#include <algorithm>

#include <svc/connector.hpp>

#include "attempt/flow.hpp"
#include "connection/states.hpp"
#include "feed/plan.hpp"
#include "provider/calls.hpp"

namespace svc::integrations {
namespace {

constexpr std::int64_t LeastEvery = 5 * Instant::Minute;
constexpr std::int64_t UsualEvery = Instant::Day;
constexpr std::int64_t LongestWait = 6 * Instant::Hour;
/// Time of the job reserved for the page being fetched.
constexpr std::int64_t LastPage = 30 * Instant::Second;

/// The result of a run.
struct Run {
    std::optional<std::string> error{};
    std::optional<Instant> wait{}; ///< not before
    bool called = true;            ///< false: the provider was not called
    bool unfinished = false;       ///< the time of the job is over
};

/// The span plus up to `most`, so that not all connections are fetched at the same time.
std::int64_t withJitter(Call& call, std::int64_t span, std::int64_t most) {
    const Uuid random = call.newUuid();
    const auto& bytes = random.bytes();
    return span + most * (bytes[14] * 256 + bytes[15]) / 65535;
}

std::int64_t periodOf(const Provider& provider, std::string_view name) {
    for (const auto& feed : provider.feeds) {
        if (feed.name == name) {
            return feed.minutes ? std::max(LeastEvery, *feed.minutes * Instant::Minute) : UsualEvery;
        }
    }
    return UsualEvery;
}

using Page = verbs::FetchOutput;

struct NextPage {
    Feed feed;
    verbs::FetchInput input;
};

std::optional<NextPage> nextPage(Call& call, const std::string& provider, const std::string& name) {
    auto feed = findFeed(call, provider, name);
    const auto connection = findConnection(call, provider);
    if (!feed || !connection || connection->state == State::Expired) {
        return std::nullopt;
    }
    verbs::FetchInput input{.feed = name,
                            .cursor = feed->since ? Json(nullptr) : feed->cursor,
                            .since = feed->since,
                            .before = feed->since ? feed->cursor : Json(nullptr),
                            .today = call.today(),
                            .currency = call.company().currency,
                            .settings = connection->settings};
    return NextPage{*std::move(feed), std::move(input)};
}

/// Stores the records of a page and the next cursor, together. False when the feed was restarted meanwhile.
bool keepPage(Call& call, const Feed& before, const Page& page) {
    const auto connection = lockConnection(call, before.provider);
    auto feed = lockFeed(call, before.provider, before.name);
    if (!feed || !connection || feed->turn != before.turn) {
        return false;
    }
    landPage(call, *connection, feed->name, page);
    feed->cursor = page.cursor;
    feed->since.reset();
    feed->records += static_cast<std::int64_t>(page.records->size());
    ++feed->turn;
    saveFeed(call, *feed);
    return true;
}

std::optional<Run> refusalOf(const Page& page, const Json& cursorBefore) {
    if (page.error) {
        return Run{.error = page.error, .wait = page.retryAt};
    }
    if (!page.records) {
        return Run{.error = "integration-unreachable:answer-unreadable"};
    }
    if (page.more && page.cursor == cursorBefore) {
        return Run{.error = "integration-unreachable:cursor-stands-still"};
    }
    return std::nullopt;
}

Run fetchPages(Call& call, const std::string& provider, const std::string& name) {
    for (;;) {
        const auto next = call.transaction([&] { return nextPage(call, provider, name); });
        if (!next) {
            return {};
        }
        // A second run may have been filed before the provider asked to wait.
        if (next->feed.notBefore && *next->feed.notBefore > call.now()) {
            return {.wait = next->feed.notBefore, .called = false};
        }
        const Page page = askInTurn(call, verbs::fetch, provider, next->input);
        if (auto refused = refusalOf(page, next->input.cursor)) {
            return *std::move(refused);
        }
        const bool kept = call.transaction([&] { return keepPage(call, next->feed, page); });
        call.progress(next->feed.records + static_cast<std::int64_t>(page.records->size()));
        if (!kept || page.retryAt || !page.more) {
            return {.wait = page.retryAt};
        }
        if (const auto job = call.job(); job && job->deadline - call.now() < LastPage) {
            return {.unfinished = true};
        }
    }
}

Run runOf(Call& call, const std::string& provider, const std::string& name) {
    try {
        return fetchPages(call, provider, name);
    } catch (const ApiError& refusal) {
        return {.error = std::string(refusal.code()),
                .wait = retryTime(refusal),
                .called = !wasNotAsked(refusal)};
    }
}

/// Stores the result of the run, and plans the next one.
void finishRun(Call& call, const Provider& provider, const std::string& name, const Run& run) {
    auto feed = lockFeed(call, provider.id, name);
    if (!feed) {
        return;
    }
    std::int64_t wait = periodOf(provider, name);
    if (run.called) {
        feed->lastAt = call.now().truncatedToMillis();
        feed->lastError = run.error;
        feed->failures = run.error ? feed->failures + 1 : 0;
        feed->notBefore = run.wait;
    } else if (run.error) {
        feed->lastError = run.error;
    }
    if (run.error) {
        wait = std::min(LongestWait, Instant::Minute << std::min<std::int64_t>(feed->failures, 10));
    }
    feed->dueAt = call.now() + withJitter(call, wait, run.error ? wait / 2 : wait / 10);
    if (run.wait && (run.error || !run.called || *run.wait > feed->dueAt)) {
        feed->dueAt = *run.wait + withJitter(call, 0, Instant::Minute);
    }
    feed->dueAt = feed->dueAt.truncatedToMillis();
    saveFeed(call, *feed);
    planRun(call, *feed);
}

/// All feeds of the job together count as one call of the connection.
void endSync(Call& call, const Provider& provider, const std::optional<std::string>& error, bool called) {
    if (error && connector::isCredentialsRefusal(*error)) {
        recordRefusal(call, provider.id, ApiError(400, *error));
    } else if (called) {
        record(call, provider.id, !error, error, true);
    } else if (auto connection = lockConnection(call, provider.id)) {
        connection->syncingSince.reset();
        saveConnection(call, *connection);
    }
}

} // namespace

void jobs::sync(Call& call, const jobs::SyncPayload& payload) {
    std::vector<std::string> names;
    const auto provider = call.transaction([&]() -> std::optional<Provider> {
        for (const Feed& feed : listFeeds(call, payload.provider)) {
            if (!payload.feed || feed.name == *payload.feed) {
                names.push_back(feed.name);
            }
        }
        return verbs::offersFetch(call, payload.provider)
                   ? std::optional(requireProvider(call, payload.provider))
                   : std::nullopt;
    });
    if (!provider) {
        return;
    }
    std::optional<std::string> error;
    bool called = false;
    for (const std::string& name : names) {
        const Run run = runOf(call, provider->id, name);
        if (run.unfinished) {
            call.again(call.now(), call.input(), "there is more to fetch");
            return;
        }
        call.transaction([&] {
            lockConnection(call, provider->id);
            finishRun(call, *provider, name, run);
        });
        error = error ? error : run.error;
        called = called || run.called;
    }
    call.transaction([&] { endSync(call, *provider, error, called); });
}

} // namespace svc::integrations
