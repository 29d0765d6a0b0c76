#pragma once

#include <chrono>
#include <deque>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "host/webhooks/delivery_queue.hpp"

namespace svc::host::webhooks {

/// The deliveries that this host has leased, in one lane for each webhook. It decides which is sent next and
/// what to claim; it neither sends nor waits, and its owner guards it by a lock. A receiver that does not
/// answer must not delay others. So a lane sends four at a time, or one when its last attempt failed. An
/// attempt that lasts long no longer counts towards the limit of young attempts; deliveries that wait behind
/// it, or behind a failure, go back to the queue. Receivers whose last attempt failed get at most half of the
/// places. Fast webhooks get as many deliveries ahead as keep them busy.
class DeliveryLanes {
public:
    using Time = std::chrono::steady_clock::time_point;

    /// Limits of concurrent attempts, and of young ones among them; each attempt has a thread.
    static constexpr std::size_t MostFlying = 1024;
    static constexpr std::size_t MostYoung = 128;
    /// Attempts that last longer are to slow receivers.
    static constexpr std::chrono::milliseconds Young{100};
    /// A delivery claimed longer ago is not sent, because secret or address may have changed. A transaction
    /// that changes them waits this long for other hosts.
    static constexpr std::chrono::milliseconds Fresh{2000};
    /// Limit of deliveries claimed but not started, in all and for one webhook; more are claimed when half of
    /// them are left.
    static constexpr std::size_t MostAhead = 512;
    /// Limit of leased deliveries.
    static constexpr std::size_t MostHeld = 4096;

    /// What to claim now; nothing when enough deliveries are waiting.
    std::optional<ClaimRequest> request() const;
    /// Adds claimed deliveries. `asked`: the time before the claim.
    void claimed(const std::vector<Claim>& claims, Time asked);
    /// Marks a delivery as ready to be sent.
    void prepared(Job job);
    /// Returns the next delivery to send; outdated ones are moved to `stale`.
    std::optional<Job> next(Time now, std::vector<Claim>& stale);
    /// How many deliveries may start now.
    std::size_t sendable() const;
    /// Removes attempts that have become slow from the young ones; returns the deliveries to give back to the
    /// queue.
    std::vector<Claim> age(Time now);
    /// Must age() be called again soon, because attempts are young or deliveries wait for a place?
    bool restless() const { return young_.all > 0 || !ready_.empty() || !unproven_.empty(); }
    /// Records the end of an attempt; returns the deliveries to give back to the queue.
    std::vector<Claim> ended(const Claim& claim, bool success, std::chrono::milliseconds took);
    /// Is at most half of the deliveries ahead left, so that it is time to claim?
    bool low(const Uuid& webhook) const;
    /// The webhook has changed: deliveries not started must be read again. Returns those to give back at
    /// once.
    std::vector<Claim> outdate(const Uuid& webhook);
    /// Forgets a delivery whose outcome is recorded, or that was given up or given back.
    void drop(const Claim& claim);
    /// Removes and returns all deliveries not started, when the host stops.
    std::vector<Claim> takeWaiting();
    bool holdsNothing() const { return held_.empty(); }
    std::size_t flying() const { return flying_.all; }

private:
    struct Lane {
        bool proven = false;
        std::size_t held = 0;
        std::size_t over = 0; ///< of those held: sent, not yet recorded
        std::size_t busy = 0; ///< being sent, or ready for it
        std::chrono::milliseconds pace{0};
        bool paced = false;
        std::deque<Job> waiting;

        std::size_t ahead() const;
        std::size_t more() const;
    };
    struct Held {
        Uuid webhook;
        bool proven = false; ///< at the time of the claim
        Time asked;
        bool outdated = false;
        bool prepared = false;
        bool begun = false;
        bool young = false;
        bool over = false; ///< sent, but not recorded
    };
    struct Count {
        std::size_t all = 0;
        std::size_t unproven = 0;

        void add(const Held& held) {
            ++all;
            unproven += held.proven ? 0U : 1U;
        }
        void take(const Held& held) {
            --all;
            unproven -= held.proven ? 0U : 1U;
        }
    };

    void fill(Lane& lane);
    static std::size_t atATime(const Lane& lane) { return lane.proven ? 4 : 1; }
    static void takeBack(Lane& lane, std::size_t keep, std::vector<Claim>& back);
    std::deque<Job>* nextQueue();

    std::map<Uuid, Lane> lanes_;
    std::map<Uuid, Held> held_; ///< by delivery
    std::deque<Job> ready_;
    std::deque<Job> unproven_; ///< ready, for receivers whose last attempt failed
    std::deque<std::pair<Time, Uuid>> begun_;
    Count unprepared_;
    Count flying_;
    Count young_;
};

} // namespace svc::host::webhooks
