#pragma once

// The checks of a request. The order in which they run is the list in checks.cpp; each check has a file of
// its own, named after it. Only for the pipeline's own files.

#include "host/http/pipeline/state.hpp"

namespace svc::host::http {

/// A check and the passes that run it. A check refuses by throwing.
struct Pipeline::Check {
    using Function = void (*)(Pipeline&, Run&, Trace&);

    Function function;
    unsigned passes;

    /// Who sends the request: authenticates by key or session. Throws ApiError 401.
    static void caller(Pipeline&, Run&, Trace&);
    /// Throws Refused 429 too-many-requests.
    static void rate(Pipeline&, Run&, Trace&);
    /// Binds the request to the company of its path. Throws ApiError 404, for public routes also 400.
    static void company(Pipeline&, Run&, Trace&);
    /// Never refuses: the language that the request asks for, else that of the company.
    static void language(Pipeline&, Run&, Trace&);
    /// Check 4 of api "Order of checks" (checkCallerKind): session-only routes, writes of test keys. 403
    /// forbidden.
    static void callerKind(Pipeline&, Run&, Trace&);
    /// Check 5: one of the scopes of the route (checkScope).
    static void scope(Pipeline&, Run&, Trace&);
    /// Restricts a member who is limited to business units: 403 forbidden for what concerns the whole
    /// company; a list that can be filtered by business unit must be filtered by one of the member's, which
    /// is set when the member has only one. Throws ApiError 400 field-required:businessUnitId, 404
    /// business-unit-not-found.
    static void businessUnits(Pipeline&, Run&, Trace&);
    /// Reads the key; execute() looks it up. Throws ApiError 400 idempotency-key-invalid.
    static void idempotencyKey(Pipeline&, Run&, Trace&);
    /// Check 7: dry run, query and body against the contract. The idempotency key is checked before it but
    /// needs the database: so a mistake is stored, and thrown once the key turns out to be free.
    static void input(Pipeline&, Run&, Trace&);

    /// Not in the list, because it needs the transaction of the handler: the same as businessUnits for the
    /// record that the request names (x-limited-by). A record of another unit is answered like an unknown
    /// one.
    static void recordIsOwn(const openapi::Operation& operation, const Exchange& exchange);
};

} // namespace svc::host::http
