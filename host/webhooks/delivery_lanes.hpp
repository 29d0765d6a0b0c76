#pragma once

#include <chrono>
#include <deque>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "host/webhooks/delivery_queue.hpp"

namespace svc::host::webhooks {

/// The deliveries that this host holds, a lane for each webhook. It decides which is sent next and what to
/// claim; it neither sends nor waits, and is used under the lock of its owner.
///
/// A receiver that does not answer must not make others wait. So a lane sends four at a time, or one when its
/// last attempt failed; an attempt that lasts long no longer counts among those that bar the next, and what
/// waits behind it, or behind a failure, goes back to the queue; and receivers that did not answer last have
/// half of the places at most. Webhooks that answer fast are given as much ahead as they need to be kept
/// busy, no more.
class DeliveryLanes {
public:
    using Time = std::chrono::steady_clock::time_point;

    /// At most so many attempts at a time, and at most so many young ones: each has a thread.
    static constexpr std::size_t MostFlying = 1024;
    static constexpr std::size_t MostYoung = 128;
    /// Older attempts are to slow receivers.
    static constexpr std::chrono::milliseconds Young{100};
    /// What was claimed longer ago is not begun: secret and address may have changed. Whoever changes them
    /// waits as long for other hosts.
    static constexpr std::chrono::milliseconds Fresh{2000};
    /// Most that is claimed and not begun, in all and of one webhook; more is claimed when half of it is
    /// left.
    static constexpr std::size_t MostAhead = 512;
    /// Most that is leased in all.
    static constexpr std::size_t MostHeld = 4096;

    /// What to claim now; nothing when there is enough to do.
    std::optional<ClaimRequest> request() const;
    /// `asked`: before the claim was made.
    void claimed(const std::vector<Claim>& claims, Time asked);
    /// It may be sent.
    void prepared(Job job);
    /// The next to send; what is no longer fresh is moved to `stale`.
    std::optional<Job> next(Time now, std::vector<Claim>& stale);
    /// How many may begin now.
    std::size_t sendable() const;
    /// Attempts that have become slow make room for others; gives what goes back to the queue.
    std::vector<Claim> age(Time now);
    /// There is something that age() will change, or that waits for its room.
    bool restless() const { return young_.all > 0 || !ready_.empty() || !unproven_.empty(); }
    /// An attempt has ended; gives what now goes back to the queue.
    std::vector<Claim> ended(const Claim& claim, bool success, std::chrono::milliseconds took);
    /// Half of what was ahead is left: time to claim.
    bool low(const Uuid& webhook) const;
    /// The webhook has changed: what is not begun must be read again. Gives what goes back at once.
    std::vector<Claim> outdate(const Uuid& webhook);
    /// Its outcome is recorded, or it was given up or given back.
    void drop(const Claim& claim);
    /// Everything that was not begun, when the host stops.
    std::vector<Claim> takeWaiting();
    bool holdsNothing() const { return held_.empty(); }
    std::size_t flying() const { return flying_.all; }

private:
    struct Lane {
        bool proven = false;
        std::size_t held = 0;
        std::size_t over = 0; ///< of those held: sent, not yet recorded
        std::size_t busy = 0; ///< being sent, or ready to be
        std::chrono::milliseconds pace{0};
        bool paced = false;
        std::deque<Job> waiting;

        std::size_t ahead() const;
        std::size_t more() const;
    };
    struct Held {
        Uuid webhook;
        bool proven = false; ///< when it was claimed
        Time asked;
        bool outdated = false;
        bool prepared = false;
        bool begun = false;
        bool young = false;
        bool over = false; ///< sent, not yet recorded
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
    std::deque<Job> unproven_; ///< ready, for receivers that did not answer last
    std::deque<std::pair<Time, Uuid>> begun_;
    Count unprepared_;
    Count flying_;
    Count young_;
};

} // namespace svc::host::webhooks
