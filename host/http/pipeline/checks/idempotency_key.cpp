#include "host/http/pipeline/checks/checks.hpp"

namespace svc::host::http {

void Pipeline::Check::idempotencyKey(Pipeline& pipeline, Run& run, Trace& trace) {
    const auto key = run.exchange.header("Idempotency-Key");
    if (key && run.operation.isWrite()) {
        trace.idempotencyKey = *key;
        // Callers of public routes must not find out which keys a company uses, nor occupy them. Members who
        // are limited to business units must not get answers that were given to others.
        const Caller& caller = run.exchange.caller;
        const std::string space = run.isPublic()                 ? "public:"
                                  : caller.businessUnits.empty() ? ""
                                                                 : "member " + caller.id.toString() + ':';
        // Bodies of people contain passwords, which could be guessed from a plain digest, so it is keyed.
        const std::string body =
            run.operation.ofPerson()
                ? pipeline.services_.cursors.seal(caller.id, "idempotency", run.exchange.body)
                : std::string();
        run.idempotency.emplace(*key, run.operation.method, run.exchange.path, run.exchange.query,
                                body.empty() ? run.exchange.body : body, space);
    }
}

} // namespace svc::host::http
