#pragma once

#include <chrono>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "host/webhooks/delivery_queue.hpp"

namespace svc::host::webhooks {

/// The deliveries that this host holds, a lane for each webhook. It decides which is sent next and what to
/// claim; it neither sends nor waits, and is used under the lock of its owner.
///
/// A receiver that does not answer must not make others wait. So a lane sends four at a time, or one when its
/// last attempt failed; attempts that last long no longer count among those that bar the next claim; and what
/// waits behind a failure goes back to the queue. Webhooks that answer fast are given as much ahead as they
/// need to be kept busy, no more.
class DeliveryLanes {
public:
    using Time = std::chrono::steady_clock::time_point;

    /// At most so many attempts at a time.
    static constexpr std::size_t MostFlying = 1024;
    /// No claims while so many attempts are young or wait for a sender.
    static constexpr std::size_t MostYoung = 96;
    /// Older attempts are to slow receivers.
    static constexpr std::chrono::milliseconds Young{250};
    /// What was read of the database longer ago is not sent: secret and address may have changed.
    static constexpr std::chrono::milliseconds Fresh{1000};
    /// Most that waits to be sent to one webhook, and most that is leased in all.
    static constexpr std::size_t MostAhead = 256;
    static constexpr std::size_t MostHeld = 2048;

    /// What to claim now; nothing when there is enough to do.
    std::optional<ClaimRequest> request(Time now) const;
    void claimed(const std::vector<Claim>& claims);
    /// It may be sent.
    void prepared(Job job);
    /// The next to send; what is no longer fresh is moved to `stale`.
    std::optional<Job> next(Time now, std::vector<Claim>& stale);
    std::size_t ready() const { return ready_.size(); }
    /// An attempt has ended; gives what now goes back to the queue.
    std::vector<Claim> ended(const Claim& claim, bool success, std::chrono::milliseconds took);
    /// Its outcome is recorded, or it was given up or given back.
    void drop(const Claim& claim);
    /// Everything that was not begun, when the host stops.
    std::vector<Claim> takeWaiting();
    bool holdsNothing() const { return held_.empty(); }
    std::size_t flying() const { return flying_; }

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
        bool prepared = false;
        std::optional<Time> begun;
        bool over = false; ///< sent, not yet recorded
    };

    void fill(Lane& lane);
    static std::size_t atATime(const Lane& lane) { return lane.proven ? 4 : 1; }

    std::map<Uuid, Lane> lanes_;
    std::map<Uuid, Held> held_; ///< by delivery
    std::deque<Job> ready_;
    std::size_t unprepared_ = 0;
    std::size_t flying_ = 0;
};

} // namespace svc::host::webhooks
