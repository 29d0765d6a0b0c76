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

/// For statements whose look-ups take the first row in the order of an index: forces the planner to use that
/// index. The statistics of a queue and of today's partition are always outdated, and one wrong estimate
/// makes the cost of a batch grow with the square of its size.
inline constexpr std::string_view FollowIndexes = "SET LOCAL enable_sort = off";

/// The parameters of a host's claim.
struct ClaimRequest {
    /// A webhook of which this host holds deliveries, or which it knows to answer fast.
    struct Known {
        Uuid webhook;
        std::size_t held = 0;
        std::size_t more = 0; ///< how many more it may take when no other host holds any
    };
    std::size_t webhooks = 0;      ///< limit
    std::size_t deliveries = 0;    ///< limit
    bool unproven = true;          ///< also webhooks whose last attempt failed, or that had none
    std::vector<std::string> mine; ///< held by this host: never claimed again whatever the clock does
    std::vector<Known> known;
};

/// SQL access to the delivery queue. Leases last longer than an attempt can; a host that has lost a lease
/// cannot overwrite the outcome of a newer attempt.
class DeliveryQueue {
public:
    DeliveryQueue(Services& services, const SecretSealer& sealer);

    /// Leases what is due, companies taking turns. The hosts together send to one webhook at most four at a
    /// time, or one when its last attempt failed; a host that alone holds deliveries of a webhook may lease
    /// more of them ahead.
    std::vector<Claim> claim(const ClaimRequest& request);

    /// Has another host leased deliveries of the webhook? The transaction must have locked the webhook's row:
    /// then no host can claim more, and all earlier leases are visible.
    bool othersHold(db::Transaction& transaction, const Uuid& company, const Uuid& webhook);

    /// Reads what to send to the webhooks of one company, with current addresses and secrets. Deliveries that
    /// were deleted, or whose event was, end and are missing in the result.
    std::vector<Job> prepare(const Uuid& company, std::vector<Claim> claims);

    /// Queues the writes for finished attempts of the transaction's company, except those that exhaust a
    /// delivery. `back`: deliveries never sent, which become due again as if they had not been claimed.
    void record(db::Transaction& transaction, const std::vector<Attempt>& attempts,
                const std::vector<Claim>& back);
    /// The last failure: the delivery is exhausted and the webhook disabled. False when another did that
    /// already.
    bool recordExhaustion(db::Transaction& transaction, const Attempt& attempt, std::string_view reason);
    /// The time of the first of the consecutive failures that ended with this recorded attempt, as an instant
    /// of the API. Attempts during which a host died have left no record.
    static std::string failingSince(db::Transaction& transaction, const Attempt& attempt);

    /// Marks the waiting deliveries of a disabled webhook as missed. Running attempts end on their own.
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
