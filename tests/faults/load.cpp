#include "faults/load.hpp"

#include <algorithm>
#include <chrono>
#include <memory>

#include "support/invariants.hpp"

namespace svc::test {
namespace {

constexpr std::chrono::seconds MostToRepeat{10};

Json saleBody(const RunningService& service, int number) {
    Json body = smallSale("Load");
    if (number % 2 == 0) {
        body.set("paidInFull", Json(true));
        body.set("walletId", Json(service.value("cashWalletId")));
    }
    return body;
}

} // namespace

Load::Load(RunningService& service, std::size_t clients) : service_(service) {
    for (std::size_t client = 0; client < clients; ++client) {
        credentials_.push_back(makeFullKey(service));
    }
}

void Load::start() {
    stopping_ = false;
    for (std::size_t client = 0; client < credentials_.size(); ++client) {
        threads_.emplace_back([this, client] { run(client); });
    }
}

void Load::finish() {
    stopping_ = true;
    for (std::thread& thread : threads_) {
        thread.join();
    }
    threads_.clear();
}

void Load::run(std::size_t client) {
    const std::string& credential = credentials_[client];
    auto http = std::make_unique<HttpClient>(service_.client(credential));
    while (!stopping_) {
        const int number = ++count_;
        const Request request{"load-" + std::to_string(number) + "-key", credential,
                              saleBody(service_, number)};
        {
            const std::lock_guard lock(mutex_);
            pending_[request.key] = request;
        }
        try {
            post(*http, request);
        } catch (const std::exception&) {
            // No answer: the service is down or going down.
            http = std::make_unique<HttpClient>(service_.client(credential));
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
    }
}

bool Load::post(HttpClient& client, const Request& request) {
    const Answer answer =
        client.post(service_.company("/sales"), request.body, {{"Idempotency-Key", request.key}});
    if (answer.status == 429) {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        return false;
    }
    if (answer.status >= 500) {
        EXPECT_TRUE(isRefusal(answer, 503, "not-ready"));
        EXPECT_NE(answer.header("retry-after"), "");
        return false;
    }
    if (answer.status == 409) {
        return false;
    }
    EXPECT_TRUE(hasStatus(answer, 201));
    const std::lock_guard lock(mutex_);
    pending_.erase(request.key);
    answered_.emplace(request.key, std::make_pair(request, answer.body));
    return true;
}

void Load::replay() {
    const std::map<std::string, Request> waiting = pending_;
    repeated_ += waiting.size();
    std::size_t next = 0;
    for (const auto& [key, request] : waiting) {
        HttpClient client = service_.client(credentials_[next++ % credentials_.size()]);
        // 409 while the service still finds out what became of the first attempt, 503 on a connection that
        // was cut.
        const auto until = std::chrono::steady_clock::now() + MostToRepeat;
        bool isAnswered = post(client, request);
        while (!isAnswered && std::chrono::steady_clock::now() < until) {
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
            isAnswered = post(client, request);
        }
        EXPECT_TRUE(isAnswered) << key << " cannot be repeated";
    }
}

std::size_t Load::acknowledged() const {
    const std::lock_guard lock(mutex_);
    return answered_.size();
}

void Load::expectReplays(std::size_t count) {
    std::size_t step = std::max<std::size_t>(1, answered_.size() / count);
    std::size_t at = 0;
    for (const auto& [key, kept] : answered_) {
        if (at++ % step != 0) {
            continue;
        }
        HttpClient client = service_.client(credentials_[at % credentials_.size()]);
        const Answer again =
            client.post(service_.company("/sales"), kept.first.body, {{"Idempotency-Key", key}});
        EXPECT_EQ(again.header("idempotent-replay"), "true") << key;
        EXPECT_EQ(again.body, kept.second) << key;
    }
}

void Load::expectConsistent() {
    EXPECT_TRUE(pending_.empty());
    EXPECT_EQ(service_.sql("SELECT count(*) FROM sales.line WHERE label = 'Load'").front(),
              std::to_string(answered_.size()));
    expectInvariants(service_);
}

void Load::readJournal() {
    HttpClient client = service_.client(credentials_.front());
    bool more = true;
    while (more) {
        const Answer page = client.get(service_.company("/events?type=sale.created&limit=200" +
                                                        (cursor_.empty() ? "" : "&cursor=" + cursor_)));
        ASSERT_TRUE(hasStatus(page, 200));
        for (const Json& event : page.json["data"].items()) {
            ++journal_[event["objectId"].text()];
        }
        cursor_ = page.json.textOr("nextCursor");
        more = page.json["hasMore"].boolean();
    }
}

void Load::expectJournalComplete() const {
    for (const auto& [key, kept] : answered_) {
        const auto found = journal_.find(Json::parse(kept.second).textOr("id"));
        EXPECT_TRUE(found != journal_.end() && found->second == 1) << key;
    }
}

void Load::expectNothingLost(std::size_t replays) {
    replay();
    readJournal();
    expectReplays(replays);
    expectConsistent();
    expectJournalComplete();
}

void waitForAnswers(const Load& load, std::size_t more) {
    const std::size_t before = load.acknowledged();
    for (int i = 0; i < 3000 && load.acknowledged() < before + more; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    EXPECT_GE(load.acknowledged(), before + more);
}

void waitUntilReady(const RunningService& service) {
    for (int i = 0; i < 300 && service.anonymous().get("/ready").status != 200; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    EXPECT_TRUE(hasStatus(service.anonymous().get("/ready"), 200));
}

} // namespace svc::test
