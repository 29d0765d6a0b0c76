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

using SteadyClock = std::chrono::steady_clock;

// Correctness rests on polling; wake() only shortens the wait.
constexpr std::chrono::milliseconds Poll{250};
constexpr std::chrono::milliseconds RestlessPoll{20};
constexpr std::chrono::milliseconds Pause{200};
constexpr std::chrono::seconds SenderIdle{30};

bool isLast(const Attempt& attempt) {
    return !attempt.outcome.success() && !attempt.claim.isPing() &&
           !nextAttempt(attempt.claim.failures, attempt.end);
}

} // namespace

DeliveryWorker::DeliveryWorker(Services& services, DeliveryQueue& queue, HttpsSender& sender, Options options)
    : services_(services), queue_(queue), sender_(sender), options_(std::move(options)) {}

DeliveryWorker::~DeliveryWorker() {
    stop();
}

void DeliveryWorker::start() {
    for (unsigned i = 0; i < options_.desks; ++i) {
        desks_.emplace_back([this] { desk(); });
    }
    dispatcher_ = std::thread([this] { dispatch(); });
}

void DeliveryWorker::stop() {
    if (!dispatcher_.joinable()) {
        return;
    }
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
    }
    woken_.notify_all();
    dispatcher_.join();
    {
        std::unique_lock lock(mutex_);
        giveBack(lanes_.takeWaiting());
        idle_.wait(lock, [this] { return lanes_.holdsNothing(); });
        closing_ = true;
    }
    given_.notify_all();
    filed_.notify_all();
    idle_.notify_all();
    for (std::thread& desk : desks_) {
        desk.join();
    }
    for (std::list<std::thread>* threads : {&senders_, &retired_}) {
        for (std::thread& sender : *threads) {
            sender.join();
        }
        threads->clear();
    }
    desks_.clear();
}

void DeliveryWorker::wake() {
    {
        const std::lock_guard lock(mutex_);
        ++wakes_;
    }
    woken_.notify_one();
}

std::size_t DeliveryWorker::underWay() {
    const std::lock_guard lock(mutex_);
    return lanes_.flying();
}

void DeliveryWorker::runDue() {
    std::unique_lock lock(mutex_);
    // The current pass may have read the clock before it was moved, so this waits for two passes.
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
    SteadyClock::time_point nextPoll = SteadyClock::now();
    for (;;) {
        std::list<std::thread> retired;
        {
            std::unique_lock lock(mutex_);
            const bool woken =
                woken_.wait_for(lock, lanes_.restless() ? RestlessPoll : nextPoll - SteadyClock::now(),
                                [&] { return stopping_ || wakes_ != seen; });
            if (stopping_) {
                idle_.notify_all();
                return;
            }
            age();
            if (!woken && !refused_ && SteadyClock::now() < nextPoll) {
                continue;
            }
            seen = wakes_;
            retired.swap(retired_);
        }
        nextPoll = SteadyClock::now() + Poll;
        for (std::thread& sender : retired) {
            sender.join();
        }
        try {
            while (claimOnce() > 0) {
            }
        } catch (const std::exception&) {
            // The database does not answer, which readiness and the pool's counters show; the next poll tries
            // again.
        }
    }
}

/// Gives back deliveries that wait behind slow attempts. The lock must be held.
void DeliveryWorker::age() {
    giveBack(lanes_.age(SteadyClock::now()));
    callSenders();
}

/// Claims once; returns the number of deliveries passed to the desks.
std::size_t DeliveryWorker::claimOnce() {
    std::optional<ClaimRequest> request;
    const auto asked = SteadyClock::now();
    {
        const std::lock_guard lock(mutex_);
        request = stopping_ ? std::nullopt : lanes_.request();
        claiming_ = request.has_value();
        refused_ = !request;
    }
    if (!request) {
        return 0;
    }
    std::vector<Claim> claims;
    const auto end = [&](const std::lock_guard<std::mutex>&) {
        claiming_ = false;
        ++claims_;
        idle_.notify_all();
    };
    try {
        claims = queue_.claim(*request);
    } catch (...) {
        end(std::lock_guard(mutex_));
        throw;
    }
    {
        const std::lock_guard lock(mutex_);
        emptyPasses_ += claims.empty() && request->mine.empty() ? 1U : 0U;
        lanes_.claimed(claims, asked);
        for (const Claim& claim : claims) {
            toPrepare_.add(claim.company, claim);
        }
        end(lock);
    }
    filed_.notify_all();
    return claims.size();
}

void DeliveryWorker::changing(db::Transaction& transaction, const Uuid& company, const Uuid& webhook) {
    {
        std::unique_lock lock(mutex_);
        // A running claim may have locked the row before; later claims skip it.
        const std::uint64_t before = claims_;
        idle_.wait(lock, [&] { return !claiming_ || claims_ != before; });
        giveBack(lanes_.outdate(webhook));
    }
    if (queue_.othersHold(transaction, company, webhook)) {
        std::this_thread::sleep_for(DeliveryLanes::Fresh);
    }
}

/// A desk thread: does the database work of deliveries. Recording outcomes has priority over preparing new
/// ones.
void DeliveryWorker::desk() {
    std::unique_lock lock(mutex_);
    for (;;) {
        filed_.wait(lock, [this] { return closing_ || toRecord_.ready() || toPrepare_.ready(); });
        if (auto ended = toRecord_.take()) {
            lock.unlock();
            record(ended->first, ended->second);
            lock.lock();
            for (const Ending& ending : ended->second) {
                lanes_.drop(ending.claim);
            }
            toRecord_.done(ended->first);
            ++wakes_;
            woken_.notify_one();
            idle_.notify_all();
        } else if (auto begun = toPrepare_.take()) {
            lock.unlock();
            prepare(begun->first, begun->second);
            lock.lock();
            toPrepare_.done(begun->first);
        } else if (closing_) {
            return;
        }
    }
}

/// Retries while the database is busy or unavailable, for about the duration of a lease, because a lost
/// outcome means another attempt.
template <class Work>
auto DeliveryWorker::patiently(const Work& work) const {
    for (int patience = 12;; --patience) {
        try {
            return work();
        } catch (const db::PoolTimeout&) {
            if (patience == 0 || stopping_) {
                throw;
            }
        } catch (const db::ConnectionLost&) {
            if (patience == 0 || stopping_) {
                throw;
            }
            std::this_thread::sleep_for(Pause);
        }
    }
}

void DeliveryWorker::prepare(const Uuid& company, const std::vector<Claim>& claims) {
    std::vector<Job> jobs;
    try {
        jobs = patiently([&] { return queue_.prepare(company, claims); });
    } catch (const std::exception& error) {
        // The leases end and the deliveries are due again; the attempts have been counted.
        warn(claims.front(), error.what());
    }
    const std::lock_guard lock(mutex_);
    auto job = jobs.begin(); // in the order of the claims
    for (const Claim& claim : claims) {
        if (job != jobs.end() && job->claim.delivery == claim.delivery) {
            lanes_.prepared(std::move(*job));
            ++job;
        } else {
            lanes_.drop(claim);
        }
    }
    if (stopping_) {
        giveBack(lanes_.takeWaiting());
    }
    callSenders();
    idle_.notify_all();
}

/// The lock must be held.
void DeliveryWorker::giveBack(const std::vector<Claim>& claims) {
    for (const Claim& claim : claims) {
        toRecord_.add(claim.company, {claim, std::nullopt});
    }
    if (!claims.empty()) {
        filed_.notify_one();
    }
}

/// Wakes or starts senders for deliveries that may start. The lock must be held.
void DeliveryWorker::callSenders() {
    const std::size_t wanted = lanes_.sendable();
    for (std::size_t i = 0; i < std::min(waiting_, wanted); ++i) {
        given_.notify_one();
    }
    for (std::size_t i = waiting_ + starting_; i < wanted && senders_.size() < DeliveryLanes::MostFlying;
         ++i) {
        senders_.emplace_back([this] { send(); });
        ++starting_;
    }
}

void DeliveryWorker::send() {
    std::unique_lock lock(mutex_);
    --starting_;
    for (;;) {
        std::vector<Claim> stale;
        std::optional<Job> job = lanes_.next(SteadyClock::now(), stale);
        giveBack(stale);
        if (!job) {
            if (closing_) {
                return;
            }
            ++waiting_;
            const bool called =
                given_.wait_for(lock, SenderIdle, [this] { return closing_ || lanes_.sendable() > 0; });
            --waiting_;
            if (!called) {
                const auto self = std::find_if(senders_.begin(), senders_.end(), [](const std::thread& one) {
                    return one.get_id() == std::this_thread::get_id();
                });
                retired_.splice(retired_.end(), senders_, self);
                return;
            }
            continue;
        }
        lock.unlock();
        auto ended = attempt(*job);
        lock.lock();
        const bool success = ended && ended->outcome.success();
        giveBack(lanes_.ended(job->claim, success,
                              std::chrono::milliseconds(ended ? ended->outcome.durationMs : 0)));
        if (lanes_.low(job->claim.webhook)) {
            ++wakes_;
            woken_.notify_one();
        }
        if (ended) {
            toRecord_.add(job->claim.company, {job->claim, std::move(ended)});
            filed_.notify_one();
        } else {
            lanes_.drop(job->claim);
            idle_.notify_all();
        }
        // This thread takes the next delivery itself.
        if (lanes_.sendable() > 1) {
            callSenders();
        }
    }
}

std::optional<Attempt> DeliveryWorker::attempt(Job& job) {
    try {
        Attempt attempt;
        attempt.claim = job.claim;
        attempt.url = job.url;
        attempt.at = services_.clock.now();
        services_.reached(config::StopPoints::DeliveryClaimed);
        if (job.claim.failures > LastFailure) {
            // The host died during the last attempts: they were counted, and no more are left.
            attempt.outcome.error = "connection";
        } else {
            attempt.outcome = sender_.send(signedMessage(job.url, job.secrets, job.event, job.eventNumber,
                                                         job.claim.attempt, attempt.at, std::move(job.body)));
            services_.reached(config::StopPoints::DeliverySent);
        }
        attempt.end = services_.clock.now();
        if (options_.count) {
            options_.count(attempt.outcome);
        }
        return attempt;
    } catch (const std::exception& error) {
        warn(job.claim, error.what());
        return std::nullopt;
    }
}

void DeliveryWorker::record(const Uuid& company, const std::vector<Ending>& endings) {
    std::vector<Attempt> attempts;
    std::vector<Claim> back;
    for (const Ending& ending : endings) {
        if (!ending.attempt) {
            back.push_back(ending.claim);
        } else if (!isLast(*ending.attempt)) {
            attempts.push_back(*ending.attempt);
        }
    }
    try {
        patiently([&] { write(company, attempts, back); });
    } catch (const std::exception& error) {
        // One attempt may cause the failure: each is recorded separately, so that the others are not lost.
        for (const Attempt& attempt : attempts) {
            try {
                write(company, {attempt}, {});
            } catch (const std::exception& alone) {
                warn(attempt.claim, alone.what());
            }
        }
        if (attempts.empty()) {
            warn(endings.front().claim, error.what());
        }
    }
    for (const Ending& ending : endings) {
        if (!ending.attempt || !isLast(*ending.attempt)) {
            continue;
        }
        try {
            patiently([&] { exhaust(*ending.attempt); });
        } catch (const std::exception& error) {
            warn(ending.claim, error.what());
        }
    }
}

void DeliveryWorker::write(const Uuid& company, const std::vector<Attempt>& attempts,
                           const std::vector<Claim>& back) {
    db::Transaction transaction(services_.pool, company.toString());
    queue_.record(transaction, attempts, back);
    transaction.commit();
}

void DeliveryWorker::exhaust(const Attempt& attempt) {
    const Claim& claim = attempt.claim;
    const auto company = options_.companyOf(claim.company);
    if (!company) {
        throw Fault("its company is gone");
    }
    UnitOfWork work(services_, {*company, Actor{}, {}, claim.delivery.toString(), company->language, false});
    const Outcome& outcome = attempt.outcome;
    const std::string webhookId = encodeId("whk", claim.webhook);
    const std::string error =
        outcome.httpStatus ? "HTTP " + std::to_string(*outcome.httpStatus) : outcome.error;
    const std::string_view reason =
        outcome.error == "address-private" ? "address-private" : "delivery-exhausted";
    if (queue_.recordExhaustion(work.db(), attempt, reason)) {
        work.emit("host", "integration.failed", "webhook", webhookId,
                  Json::object({{"id", webhookId},
                                {"provider", nullptr},
                                {"webhookId", webhookId},
                                {"failures", LastFailure},
                                {"error", error},
                                {"disabled", true},
                                {"since", DeliveryQueue::failingSince(work.db(), attempt)}}));
        if (options_.notify) {
            options_.notify(work, {claim.company, webhookId, attempt.url, error});
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
