#pragma once

// What one request carries through the pipeline. Only for the pipeline's own files.

#include "host/db/flusher.hpp"
#include "host/http/pipeline.hpp"

#include <chrono>
#include <exception>
#include <optional>
#include <string>
#include <vector>

namespace svc::host::http {

/// What log, metrics and common headers need to know, however far the request came.
struct Pipeline::Trace : Progress {
    std::chrono::steady_clock::time_point started = std::chrono::steady_clock::now();
    std::string requestId;
    std::string path;
    std::string client;
    bool secure = false; ///< https, as the client sees it
    Framing framing;
    bool bodyRead = false;
    Route* route = nullptr;
    KnownCallers::Mark mark = 0; ///< of credential and company; 0: without
    bool known = false;          ///< the mark was good for the last request
    Actor caller;
    std::optional<Uuid> company;
    std::optional<RateLimiter::Verdict> rate;
    std::string idempotencyKey;
    Exchange exchange;
    std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
};

/// A request that may run.
struct Pipeline::Run {
    Run(Route& itsRoute, Exchange& itsExchange)
        : route(itsRoute), operation(*itsRoute.operation), exchange(itsExchange) {}

    Route& route;
    const openapi::Operation& operation;
    Exchange& exchange;
    std::chrono::steady_clock::time_point deadline{};
    bool dryRun = false;
    bool dryRunMalformed = false;
    std::optional<Idempotency> idempotency;
    std::exception_ptr mistake; ///< of check 7
    std::vector<std::string> ignored;
    bool asksAgain = false; ///< more than once: its transaction is not to end with the first query
    db::Transaction::Proof* proof = nullptr; ///< that the remembered caller is still valid
    db::Seen seen;                           ///< what the answer depends on

    /// A dry run keeps nothing, so it has no use for the key; neither has who is nobody outside of a company.
    bool usesKey() const {
        return idempotency.has_value() && !dryRun && !onlyTells() && keyHolder().has_value();
    }
    /// By the parameter of its own that some routes have instead of the header.
    bool onlyTells() const;
    /// The company, or outside of one the person.
    std::optional<Uuid> keyHolder() const;
    void readDryRun();
    /// field-invalid:Svc-Dry-Run for another value than true and false, and where the route has no dry run.
    void checkDryRun() const;
    void parseBody();
    void validateBody();
    /// Names what the request holds and nobody looks at: fields of the body, parameters of the query.
    void addIgnored(Answer& answer) const;
    std::vector<std::string> unknownParameters() const;
    void forgetAnswer();
};

} // namespace svc::host::http
