#pragma once

// What one request carries through the pipeline. Only for the pipeline's own files.

#include "host/db/flusher.hpp"
#include "host/http/pipeline/pipeline.hpp"

#include <chrono>
#include <exception>
#include <optional>
#include <string>
#include <vector>

namespace svc::host::http {

/// What log, metrics and common headers need to know, at whatever stage the request ends.
struct Pipeline::Trace : Progress {
    std::chrono::steady_clock::time_point started = std::chrono::steady_clock::now();
    std::string requestId;
    std::string path;
    std::string client;
    bool secure = false; ///< https, as the client sees it
    Framing framing;
    bool bodyRead = false;
    Route* route = nullptr;
    KnownCallers::Mark mark = 0; ///< of credential and company; 0: none
    bool known = false;          ///< the mark was valid at the last request
    Actor caller;
    std::optional<Uuid> company;
    std::optional<RateLimiter::Verdict> rate;
    std::string idempotencyKey;
    Headers ignored; ///< of a refused input: the names that it has and the contract has not
    Exchange exchange;
    std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();

    /// Resets the exchange to the request as received, after an attempt without answer. Counters keep their
    /// values.
    void beginAgain(Run& attempt);
};

/// A request that has passed the checks and may run.
struct Pipeline::Run {
    Run(Route& itsRoute, Exchange& itsExchange)
        : route(itsRoute), operation(*itsRoute.operation), exchange(itsExchange) {}

    Route& route;
    const openapi::Operation& operation;
    Exchange& exchange;
    std::chrono::steady_clock::time_point deadline{};
    bool headOnly = false; ///< HEAD
    bool dryRun = false;
    bool dryRunMalformed = false;
    std::optional<Idempotency> idempotency;
    std::exception_ptr mistake; ///< a failure of check 7
    std::vector<std::string> ignored;
    bool asksAgain = false;                  ///< several queries: the transaction must not end with the first
    db::Transaction::Proof* proof = nullptr; ///< that the cached caller is still valid
    db::Seen seen;                           ///< what the answer depends on
    // As received; set when a check replaces them in an attempt that may be repeated.
    std::optional<std::string> receivedBody;
    std::optional<Query> receivedQuery;

    bool isPublic() const { return operation.callers == openapi::Operation::Callers::Public; }
    /// Dry runs have no effect, so they ignore the key; so do callers without identity outside of a company.
    bool usesKey() const {
        return idempotency.has_value() && !dryRun && !onlyTells() && keyHolder().has_value();
    }
    /// Is it a preview, requested by a parameter that some routes have in place of the dry-run header?
    bool onlyTells() const;
    /// Holder of the idempotency key: the company, or outside of one the person.
    std::optional<Uuid> keyHolder() const;
    void readDryRun();
    // The four parts of the check of the input (checks/input.cpp).
    /// field-invalid:Svc-Dry-Run for another value than true and false, and where the route has no dry run.
    void checkDryRun() const;
    void parseBody();
    void checkQuery();
    void validateBody();
    /// Reports ignored parts of the request: unknown fields of the body and query parameters.
    void addIgnored(Answer& answer) const;
    std::vector<std::string> unknownParameters() const;
    void forgetAnswer();
    /// A check calls these before it changes the body or the query.
    void keepBody();
    void keepQuery();
};

} // namespace svc::host::http
