#pragma once

#include <optional>
#include <string>
#include <vector>

#include <svc/date.hpp>
#include <svc/id.hpp>

#include "host/core/services.hpp"
#include "host/webhooks/https_sender.hpp"
#include "host/webhooks/webhook_secret.hpp"

namespace svc::host::db {
class Transaction;
}

namespace svc::host::webhooks {

/// A delivery that this host has leased.
struct Claim {
    Uuid company;
    Uuid webhook;
    Uuid delivery;
    std::string createdAt; ///< of the delivery, for its partition
    int attempt = 0;
    int failures = 0;    ///< this attempt's place in the schedule, from 1
    bool proven = false; ///< the last attempt to this webhook was answered 2xx
};

/// What an attempt came to.
struct AttemptRecord {
    Instant at;
    Instant end;
    Outcome outcome;
};

/// The statements of the queue of deliveries. Leases last longer than an attempt can; whoever loses one
/// cannot overwrite the outcome of a newer attempt.
class DeliveryQueue {
public:
    DeliveryQueue(Services& services, const SecretSealer& sealer) : services_(services), sealer_(sealer) {}

    /// Leases up to `most` deliveries, companies taking turns, at most four to one webhook at a time. `mine`:
    /// deliveries of this host under way, never claimed again whatever the clock does. Without `unproven`
    /// only webhooks whose last attempt succeeded are served.
    std::vector<Claim> claim(std::size_t most, const std::vector<std::string>& mine, bool unproven);

    /// What to send now, signed with the secret of now; nothing when the delivery or its event is gone, which
    /// also ends it.
    std::optional<Message> message(const Claim& claim, Instant at);

    /// Queues the outcome of an attempt that was not the last failure.
    void recordSuccess(db::Transaction& transaction, const Claim& claim, const AttemptRecord& record);
    void recordRetry(db::Transaction& transaction, const Claim& claim, const AttemptRecord& record,
                     Instant next);
    /// The last failure: the delivery is exhausted and the webhook disabled. False when another did that
    /// already.
    bool recordExhaustion(db::Transaction& transaction, const Claim& claim, const AttemptRecord& record,
                          std::string_view reason);

    /// Webhooks that are disabled get nothing more: what waits becomes missed. Attempts under way end on
    /// their own.
    static void missWaiting(db::Transaction& transaction, const Uuid& company, const Uuid& webhook);

private:
    Services& services_;
    const SecretSealer& sealer_;
};

/// The attempt as it is listed.
std::string attemptJson(int attempt, const AttemptRecord& record);
/// Headers and body, signed.
Message signedMessage(const std::string& url, std::string_view secret, std::string_view type,
                      std::string_view eventNumber, int attempt, Instant at, std::string body);

} // namespace svc::host::webhooks
