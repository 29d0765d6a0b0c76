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

/// A delivery leased by this host.
struct Claim {
    Uuid company;
    Uuid webhook;
    Uuid delivery;
    std::string createdAt; ///< of the delivery; selects its partition
    std::string dueAt;     ///< before the lease
    std::string position;  ///< of its event; 0 for a ping, which is in no journal
    int attempt = 0;
    int failures = 0;    ///< number of this attempt in the back-off schedule, from 1
    bool proven = false; ///< the last attempt to this webhook was answered 2xx

    bool isPing() const noexcept { return position == "0"; }
};

/// A claim with the content to send. It is signed when the attempt begins.
struct Job {
    Claim claim;
    std::string url;
    Secrets secrets;
    std::string event;
    std::string eventNumber;
    std::string body;
};

/// A finished attempt.
struct Attempt {
    Claim claim;
    std::string url;
    Instant at;
    Instant end;
    Outcome outcome;
};

/// The earliest and latest creation of some deliveries, for SQL: with these bounds statements read only few
/// partitions.
std::pair<std::string, std::string> spanOf(const std::vector<const Claim*>& claims);
/// The attempt as JSON, as the API lists it.
std::string attemptJson(int number, Instant at, const Outcome& outcome);
/// Builds headers and body with the signatures.
Message signedMessage(const std::string& url, const Secrets& secrets, std::string_view type,
                      std::string_view eventNumber, int attempt, Instant at, std::string body);

} // namespace svc::host::webhooks
