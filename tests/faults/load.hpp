#pragma once

#include <atomic>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "support/checks.hpp"

namespace svc::test {

/// Clients that post sales, each under an Idempotency-Key of its own, and what became of them. It outlives
/// the service: whoever got no answer asks again with the same key after the next start.
class Load {
public:
    /// Makes a key for each client, because a key has 600 requests a minute.
    explicit Load(RunningService& service, std::size_t clients = 8);

    /// Posts until finish(), or until the service does not answer any more.
    void start();
    void finish();
    /// Repeats every request without answer; each must succeed now.
    void replay();

    std::size_t acknowledged() const;
    /// Requests that replay() had to repeat.
    std::size_t repeated() const { return repeated_; }
    /// Repeats some acknowledged requests: each must get the very answer it got before.
    void expectReplays(std::size_t count);
    /// Nothing acknowledged is lost, nothing is there twice, and everything agrees.
    void expectConsistent();
    /// The journal names every sale once, read by a cursor that was kept over all crashes.
    void readJournal();
    void expectJournalComplete() const;

    /// All of these, after finish().
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
    std::map<std::string, std::pair<Request, std::string>> answered_; ///< with the body of the answer
    std::string cursor_;
    std::map<std::string, int> journal_; ///< sales by how often the journal named them
};

/// Until so many more were acknowledged, half a minute at most.
void waitForAnswers(const Load& load, std::size_t more);
/// Until GET /ready says so, half a minute at most.
void waitUntilReady(const RunningService& service);

} // namespace svc::test
