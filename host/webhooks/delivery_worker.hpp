#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <list>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "host/core/facts.hpp"
#include "host/webhooks/company_batches.hpp"
#include "host/webhooks/delivery_lanes.hpp"
#include "host/webhooks/delivery_queue.hpp"

namespace svc::host::webhooks {

/// Data for the notice to a company's owners about a disabled webhook.
struct DisabledWebhook {
    Uuid company;
    std::string webhookId; ///< whk_…
    std::string url;
    std::string error;
};

/// Sends due deliveries. One dispatcher thread claims; a few threads, the desks, read claimed deliveries and
/// record outcomes, in batches by company; sender threads are started on demand and use no database. Any
/// number of hosts may run one.
class DeliveryWorker {
public:
    struct Options {
        /// Number of desk threads. With the dispatcher they use at most half of a pool of eight connections.
        unsigned desks = 3;
        std::function<std::optional<CompanyFacts>(const Uuid&)> companyOf;
        /// Called with the outcome of each attempt; may be empty.
        std::function<void(const Outcome&)> count;
        /// Called in the transaction that disables a webhook.
        std::function<void(UnitOfWork&, const DisabledWebhook&)> notify;
    };

    DeliveryWorker(Services& services, DeliveryQueue& queue, HttpsSender& sender, Options options);
    ~DeliveryWorker();
    DeliveryWorker(const DeliveryWorker&) = delete;
    DeliveryWorker& operator=(const DeliveryWorker&) = delete;

    void start();
    /// Claims no more, gives back deliveries not started and lets running attempts end.
    void stop();
    /// Wakes the dispatcher, because deliveries may be due.
    void wake();
    /// To be called in a transaction that has locked the row of a webhook and changes its secret or address,
    /// or ends it. Claimed deliveries that are not started go back to the queue, where they wait for the end
    /// of the transaction, so that later attempts use the new values. Sleeps when other hosts hold deliveries
    /// of the webhook.
    void changing(db::Transaction& transaction, const Uuid& company, const Uuid& webhook);
    /// For the testing clock: waits until nothing is due or being sent.
    void runDue();
    /// Attempts that are being sent now.
    std::size_t underWay();

private:
    /// What a desk has to record for a delivery: a finished attempt, or none when it was not sent.
    struct Ending {
        Claim claim;
        std::optional<Attempt> attempt;
    };

    void dispatch();
    std::size_t claimOnce();
    void desk();
    void prepare(const Uuid& company, const std::vector<Claim>& claims);
    void record(const Uuid& company, const std::vector<Ending>& endings);
    void write(const Uuid& company, const std::vector<Attempt>& attempts, const std::vector<Claim>& back);
    void exhaust(const Attempt& attempt);
    void send();
    std::optional<Attempt> attempt(Job& job);
    void age();
    void giveBack(const std::vector<Claim>& claims);
    void callSenders();
    void warn(const Claim& claim, const std::string& sentence) const;
    template <class Work>
    auto patiently(const Work& work) const;

    Services& services_;
    DeliveryQueue& queue_;
    HttpsSender& sender_;
    Options options_;

    std::mutex mutex_;
    std::condition_variable woken_; ///< the dispatcher
    std::condition_variable given_; ///< the senders
    std::condition_variable filed_; ///< the desks
    std::condition_variable idle_;  ///< runDue, changing, stop
    std::thread dispatcher_;
    std::vector<std::thread> desks_;
    std::list<std::thread> senders_;
    std::list<std::thread> retired_; ///< senders that were idle for long
    DeliveryLanes lanes_;
    CompanyBatches<Claim> toPrepare_;
    CompanyBatches<Ending> toRecord_;
    std::size_t waiting_ = 0;  ///< idle senders
    std::size_t starting_ = 0; ///< senders that have not looked for work yet
    std::uint64_t wakes_ = 0;
    std::uint64_t emptyPasses_ = 0; ///< passes that found nothing while nothing was under way
    std::uint64_t claims_ = 0;      ///< finished claims
    bool claiming_ = false;
    bool refused_ = false; ///< the last pass claimed nothing because enough is held
    bool closing_ = false; ///< all work has ended
    std::atomic<bool> stopping_{false};
};

} // namespace svc::host::webhooks
