#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "host/core/facts.hpp"
#include "host/webhooks/delivery_queue.hpp"

namespace svc::host::webhooks {

/// What the owner of a company is told when a webhook was disabled.
struct DisabledWebhook {
    Uuid company;
    std::string webhookId; ///< whk_…
    std::string url;
    std::string error;
};

/// Sends what is due: one thread claims, up to `threads` send, made as they are needed. Receivers that do not
/// answer well may hold at most half of them. Any number of hosts may run one.
class DeliveryWorker {
public:
    struct Options {
        unsigned threads = 256;
        std::function<std::optional<CompanyFacts>(const Uuid&)> companyOf;
        /// Called in the transaction that disables.
        std::function<void(UnitOfWork&, const DisabledWebhook&)> notify;
    };

    DeliveryWorker(Services& services, DeliveryQueue& queue, HttpsSender& sender, Options options);
    ~DeliveryWorker();
    DeliveryWorker(const DeliveryWorker&) = delete;
    DeliveryWorker& operator=(const DeliveryWorker&) = delete;

    void start();
    /// Claims no more and lets the attempts under way end.
    void stop();
    /// There may be something due.
    void wake();
    /// Waits until nothing is due or under way: for the testing clock.
    void runDue();

private:
    void dispatch();
    std::size_t claimOnce();
    void work();
    void deliver(const Claim& claim);
    void exhaust(const Claim& claim, const AttemptRecord& record, const std::string& url);
    void warn(const Claim& claim, const std::string& sentence) const;

    Services& services_;
    DeliveryQueue& queue_;
    HttpsSender& sender_;
    Options options_;

    std::mutex mutex_;
    std::condition_variable woken_; ///< the dispatcher
    std::condition_variable given_; ///< the senders
    std::condition_variable idle_;  ///< runDue
    std::thread dispatcher_;
    std::vector<std::thread> senders_;
    std::deque<Claim> handedOut_;
    std::map<std::string, bool> underWay_; ///< by delivery; true: to a receiver that answers well
    std::size_t waiting_ = 0;              ///< senders without work
    std::uint64_t wakes_ = 0;
    std::uint64_t emptyPasses_ = 0; ///< passes that found nothing while nothing was under way
    bool stopping_ = false;
};

} // namespace svc::host::webhooks
