#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <svc/date.hpp>
#include <svc/id.hpp>

#include "host/webhooks/https_sender.hpp"
#include "host/webhooks/signature.hpp"

namespace svc::host::webhooks {

/// A delivery that this host has leased.
struct Claim {
    Uuid company;
    Uuid webhook;
    Uuid delivery;
    std::string createdAt; ///< of the delivery, for its partition
    std::string dueAt;     ///< before it was leased
    std::string position;  ///< of its event; 0 for a ping, which is in no journal
    int attempt = 0;
    int failures = 0;    ///< this attempt's place in the schedule, from 1
    bool proven = false; ///< the last attempt to this webhook was answered 2xx

    bool isPing() const noexcept { return position == "0"; }
};

/// A claim with what is to be sent. It is signed when the attempt begins.
struct Job {
    Claim claim;
    std::string url;
    Secrets secrets;
    std::string event;
    std::string eventNumber;
    std::string body;
};

/// An attempt that has ended.
struct Attempt {
    Claim claim;
    std::string url;
    Instant at;
    Instant end;
    Outcome outcome;
};

/// When the first and the last of some deliveries were made, for SQL: statements that are told look at few
/// partitions.
std::pair<std::string, std::string> spanOf(const std::vector<const Claim*>& claims);
/// The attempt as it is listed.
std::string attemptJson(int number, Instant at, const Outcome& outcome);
/// Headers and body, signed.
Message signedMessage(const std::string& url, const Secrets& secrets, std::string_view type,
                      std::string_view eventNumber, int attempt, Instant at, std::string body);

} // namespace svc::host::webhooks
