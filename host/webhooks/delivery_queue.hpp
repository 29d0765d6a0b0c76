#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <svc/date.hpp>
#include <svc/id.hpp>

#include "host/core/services.hpp"
#include "host/webhooks/delivery.hpp"
#include "host/webhooks/webhook_secret.hpp"

namespace svc::host::db {
class Rows;
class Transaction;
} // namespace svc::host::db

namespace svc::host::webhooks {

/// Before statements whose look-ups are written as the first row in the order of an index: it leaves the
/// planner no other way. The statistics of a queue and of the partition of today are never true, and one
/// wrong guess makes a batch cost the square of its size.
inline constexpr std::string_view FollowIndexes = "SET LOCAL enable_sort = off";

/// What a host asks for when it claims.
struct ClaimRequest {
    /// A webhook of which this host holds deliveries, or which it knows to answer fast.
    struct Known {
        Uuid webhook;
        std::size_t held = 0;
        std::size_t more = 0; ///< how many more it may take when no other host holds any
    };
    std::size_t webhooks = 0;      ///< at most so many
    std::size_t deliveries = 0;    ///< at most so many
    bool unproven = true;          ///< also webhooks whose last attempt failed, or that had none
    std::vector<std::string> mine; ///< held by this host: never claimed again whatever the clock does
    std::vector<Known> known;
};

/// The statements of the queue of deliveries. Leases last longer than an attempt can; whoever loses one
/// cannot overwrite the outcome of a newer attempt.
class DeliveryQueue {
public:
    DeliveryQueue(Services& services, const SecretSealer& sealer);

    /// Leases what is due, companies taking turns. The hosts together send to one webhook at most four at a
    /// time, or one when its last attempt failed; a host that alone holds deliveries of a webhook may lease
    /// more of them ahead.
    std::vector<Claim> claim(const ClaimRequest& request);

    /// Another host has leased deliveries of the webhook. Not of one that has just been locked: by then they
    /// are seen.
    bool othersHold(db::Transaction& transaction, const Uuid& company, const Uuid& webhook);

    /// What to send to the webhooks of one company, with the addresses and secrets of now. Deliveries that
    /// are gone, or whose event is, are missing in the result, and end.
    std::vector<Job> prepare(const Uuid& company, std::vector<Claim> claims);

    /// Queues the outcomes of attempts to webhooks of the transaction's company; not those that exhaust.
    /// `back`: what was never sent and is due again, as if it had not been claimed.
    void record(db::Transaction& transaction, const std::vector<Attempt>& attempts,
                const std::vector<Claim>& back);
    /// The last failure: the delivery is exhausted and the webhook disabled. False when another did that
    /// already.
    bool recordExhaustion(db::Transaction& transaction, const Attempt& attempt, std::string_view reason);

    /// Webhooks that are disabled get nothing more: what waits becomes missed. Attempts under way end on
    /// their own.
    static void missWaiting(db::Transaction& transaction, const Uuid& company, const Uuid& webhook);

private:
    struct Target {
        std::string url;
        Secrets secrets; ///< empty when this host cannot open the newest
    };
    std::map<Uuid, Target> targetsOf(const db::Rows& rows, const Uuid& company) const;

    Services& services_;
    const SecretSealer& sealer_;
    std::string host_;
};

} // namespace svc::host::webhooks
