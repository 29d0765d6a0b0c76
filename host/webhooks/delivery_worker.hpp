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

/// What the owner of a company is told when a webhook was disabled.
struct DisabledWebhook {
    Uuid company;
    std::string webhookId; ///< whk_…
    std::string url;
    std::string error;
};

/// Sends what is due. One thread claims; a few, the desks, read what is claimed and record what came of it,
/// as much of a company at once as there is; senders are made as they are needed, and touch no database. Any
/// number of hosts may run one.
class DeliveryWorker {
public:
    struct Options {
        /// With the thread that claims, they use at most half of a pool of eight connections.
        unsigned desks = 3;
        std::function<std::optional<CompanyFacts>(const Uuid&)> companyOf;
        /// Told of each attempt when it has ended; may be empty.
        std::function<void(const Outcome&)> count;
        /// Called in the transaction that disables.
        std::function<void(UnitOfWork&, const DisabledWebhook&)> notify;
    };

    DeliveryWorker(Services& services, DeliveryQueue& queue, HttpsSender& sender, Options options);
    ~DeliveryWorker();
    DeliveryWorker(const DeliveryWorker&) = delete;
    DeliveryWorker& operator=(const DeliveryWorker&) = delete;

    void start();
    /// Claims no more, gives back what was not begun and lets the attempts under way end.
    void stop();
    /// There may be something due.
    void wake();
    /// For a transaction that holds the row of a webhook and changes its secret or address, or ends it: what
    /// has been claimed and not begun goes back to the queue, where the transaction has to end first. What
    /// begins after it has ended is made of what it wrote. Waits when other hosts hold deliveries.
    void changing(db::Transaction& transaction, const Uuid& company, const Uuid& webhook);
    /// Waits until nothing is due or under way: for the testing clock.
    void runDue();
    /// Attempts that are being sent now.
    std::size_t underWay();

private:
    /// What a desk has to write of a delivery: an attempt that ended, or one that was never made.
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
    std::list<std::thread> retired_; ///< senders that had nothing to do for long
    DeliveryLanes lanes_;
    CompanyBatches<Claim> toPrepare_;
    CompanyBatches<Ending> toRecord_;
    std::size_t waiting_ = 0;  ///< senders without work
    std::size_t starting_ = 0; ///< senders that have not looked for work yet
    std::uint64_t wakes_ = 0;
    std::uint64_t emptyPasses_ = 0; ///< passes that found nothing while nothing was under way
    std::uint64_t claims_ = 0;      ///< claims that have ended
    bool claiming_ = false;
    bool refused_ = false; ///< the last pass claimed nothing because enough is held
    bool closing_ = false; ///< nothing is under way any more
    std::atomic<bool> stopping_{false};
};

} // namespace svc::host::webhooks
