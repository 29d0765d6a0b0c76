#include "host/webhooks/delivery_worker.hpp"

#include <algorithm>
#include <chrono>

#include <svc/json.hpp>

#include "host/core/unit_of_work.hpp"
#include "host/db/error.hpp"
#include "host/db/transaction.hpp"
#include "host/webhooks/schedule.hpp"

namespace svc::host::webhooks {
namespace {

// Polling is the ground truth; wake() only shortens the wait.
constexpr std::chrono::milliseconds Poll{250};
constexpr std::size_t Batch = 32;

/// Senders outnumber the connections of the pool by far: they wait their turn longer than a request does,
/// because an outcome that is lost means another attempt.
template <class Work>
auto patiently(const Work& work) {
    for (int patience = 30;; --patience) {
        try {
            return work();
        } catch (const db::PoolTimeout&) {
            if (patience == 0) {
                throw;
            }
        }
    }
}

} // namespace

DeliveryWorker::DeliveryWorker(Services& services, DeliveryQueue& queue, HttpsSender& sender, Options options)
    : services_(services), queue_(queue), sender_(sender), options_(std::move(options)) {}

DeliveryWorker::~DeliveryWorker() {
    stop();
}

void DeliveryWorker::start() {
    dispatcher_ = std::thread([this] { dispatch(); });
}

void DeliveryWorker::stop() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
    }
    woken_.notify_all();
    if (dispatcher_.joinable()) {
        dispatcher_.join();
    }
    given_.notify_all();
    for (std::thread& sender : senders_) {
        sender.join();
    }
    senders_.clear();
    idle_.notify_all();
}

void DeliveryWorker::wake() {
    {
        const std::lock_guard lock(mutex_);
        ++wakes_;
    }
    woken_.notify_one();
}

void DeliveryWorker::runDue() {
    std::unique_lock lock(mutex_);
    // The pass that runs now may have looked at the clock before it moved: the second one counts.
    const std::uint64_t wanted = emptyPasses_ + 2;
    ++wakes_;
    woken_.notify_one();
    idle_.wait(lock, [&] {
        if (emptyPasses_ < wanted && !stopping_) {
            ++wakes_;
            woken_.notify_one();
            return false;
        }
        return true;
    });
}

void DeliveryWorker::dispatch() {
    std::uint64_t seen = 0;
    for (;;) {
        {
            std::unique_lock lock(mutex_);
            woken_.wait_for(lock, Poll, [&] { return stopping_ || wakes_ != seen; });
            if (stopping_) {
                return;
            }
            seen = wakes_;
        }
        try {
            while (claimOnce() > 0) {
            }
        } catch (const std::exception&) {
            // The database does not answer: readiness and the pool's counters tell; the next poll tries
            // again.
        }
    }
}

/// One claim; the number of deliveries handed to senders.
std::size_t DeliveryWorker::claimOnce() {
    std::vector<std::string> mine;
    std::size_t room = 0;
    bool unproven = false;
    {
        const std::lock_guard lock(mutex_);
        if (stopping_) {
            return 0;
        }
        std::size_t troubled = 0;
        for (const auto& [delivery, proven] : underWay_) {
            mine.push_back(delivery);
            troubled += proven ? 0 : 1;
        }
        room = options_.threads - std::min<std::size_t>(options_.threads, underWay_.size());
        unproven = troubled < options_.threads / 2;
    }
    if (room == 0) {
        return 0;
    }
    const std::vector<Claim> claims = queue_.claim(std::min(room, Batch), mine, unproven);
    const std::lock_guard lock(mutex_);
    if (claims.empty() && mine.empty()) {
        ++emptyPasses_;
        idle_.notify_all();
    }
    for (const Claim& claim : claims) {
        underWay_[claim.delivery.toString()] = claim.proven;
        handedOut_.push_back(claim);
        if (waiting_ >= handedOut_.size()) {
            given_.notify_one();
        } else {
            senders_.emplace_back([this] { work(); });
        }
    }
    return claims.size();
}

void DeliveryWorker::work() {
    for (;;) {
        Claim claim;
        {
            std::unique_lock lock(mutex_);
            ++waiting_;
            given_.wait(lock, [&] { return stopping_ || !handedOut_.empty(); });
            --waiting_;
            if (handedOut_.empty()) {
                return;
            }
            claim = std::move(handedOut_.front());
            handedOut_.pop_front();
        }
        try {
            deliver(claim);
        } catch (const std::exception& error) {
            // The lease ends and the delivery is due again; the attempt has been counted.
            warn(claim, error.what());
        }
        {
            const std::lock_guard lock(mutex_);
            underWay_.erase(claim.delivery.toString());
            ++wakes_;
        }
        woken_.notify_one();
    }
}

void DeliveryWorker::deliver(const Claim& claim) {
    AttemptRecord record;
    record.at = services_.clock.now();
    const auto message = patiently([&] { return queue_.message(claim, record.at); });
    if (!message) {
        return;
    }
    services_.reached(config::StopPoints::DeliveryClaimed);
    if (claim.failures > LastFailure) {
        // The host died during the last attempts: they were counted, and no more are left.
        record.outcome.error = "connection";
    } else {
        record.outcome = sender_.send(*message);
        services_.reached(config::StopPoints::DeliverySent);
    }
    record.end = services_.clock.now();
    const auto next = nextAttempt(claim.failures, record.end);
    if (!record.outcome.success() && !next) {
        patiently([&] { exhaust(claim, record, message->url); });
        return;
    }
    patiently([&] {
        db::Transaction transaction(services_.pool, claim.company.toString());
        if (record.outcome.success()) {
            queue_.recordSuccess(transaction, claim, record);
        } else {
            queue_.recordRetry(transaction, claim, record, *next);
        }
        transaction.commit();
    });
}

void DeliveryWorker::exhaust(const Claim& claim, const AttemptRecord& record, const std::string& url) {
    const auto company = options_.companyOf(claim.company);
    if (!company) {
        throw Fault("its company is gone");
    }
    UnitOfWork work(services_, {*company, Actor{}, {}, claim.delivery.toString(), company->language, false});
    const Outcome& outcome = record.outcome;
    const std::string webhookId = encodeId("whk", claim.webhook);
    const std::string error =
        outcome.httpStatus ? "HTTP " + std::to_string(*outcome.httpStatus) : outcome.error;
    const std::string_view reason =
        outcome.error == "address-private" ? "address-private" : "delivery-exhausted";
    if (queue_.recordExhaustion(work.db(), claim, record, reason)) {
        work.emit("host", "integration.failed", "webhook", webhookId,
                  Json::object({{"id", webhookId},
                                {"provider", nullptr},
                                {"webhookId", webhookId},
                                {"failures", LastFailure},
                                {"error", error},
                                {"disabled", true},
                                {"since", record.end.toString()}}));
        if (options_.notify) {
            options_.notify(work, {claim.company, webhookId, url, error});
        }
    }
    work.commit();
}

void DeliveryWorker::warn(const Claim& claim, const std::string& sentence) const {
    if (services_.log) {
        services_.log(4, claim.delivery.toString(), "host", "delivery of a webhook: " + sentence);
    }
}

} // namespace svc::host::webhooks
