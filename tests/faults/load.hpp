#pragma once

#include <atomic>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "support/checks.hpp"

namespace svc::test {

/// Clients that post sales, each request with its own Idempotency-Key, and their results. It outlives the
/// service: requests without an answer are repeated with the same key after the next start.
class Load {
public:
    /// Creates a key for each client, because a key is limited to 600 requests per minute.
    explicit Load(RunningService& service, std::size_t clients = 8);

    /// Posts until finish(), or until the service stops answering.
    void start();
    void finish();
    /// Repeats every request without an answer; each must succeed now.
    void replay();

    std::size_t acknowledged() const;
    /// Requests that replay() had to repeat.
    std::size_t repeated() const { return repeated_; }
    /// Repeats some acknowledged requests: each must get exactly its first answer.
    void expectReplays(std::size_t count);
    /// No acknowledged sale is lost, none exists twice, and all invariants hold.
    void expectConsistent();
    /// The journal contains every sale once, read with a cursor that was kept across all crashes.
    void readJournal();
    void expectJournalComplete() const;

    /// Runs all checks above, after finish().
    void expectNothingLost(std::size_t replays);

private:
    struct Request {
        std::string key;
        std::string credential;
        Json body;
    };
    void run(std::size_t client);
    /// True when an answer came.
    bool post(HttpClient& client, const Request& request);

    RunningService& service_;
    std::vector<std::string> credentials_;
    std::vector<std::thread> threads_;
    std::atomic<bool> stopping_{false};
    std::atomic<int> count_{0};
    std::size_t repeated_ = 0;
    mutable std::mutex mutex_;
    std::map<std::string, Request> pending_;
    std::map<std::string, std::pair<Request, std::string>> answered_; ///< with the body of each answer
    std::string cursor_;
    std::map<std::string, int> journal_; ///< how often the journal contains each sale
};

/// Waits until this many more requests are acknowledged, at most half a minute.
void waitForAnswers(const Load& load, std::size_t more);
/// Waits until GET /ready succeeds, at most half a minute.
void waitUntilReady(const RunningService& service);

} // namespace svc::test
