#include "host/http/pipeline/checks/access.hpp"
#include "host/http/pipeline/checks/checks.hpp"

#include <svc/error.hpp>

namespace svc::host::http {

void checkCallerKind(const Route& route, const Caller& caller, bool dryRun) {
    if (caller.kind != Caller::Kind::Key) {
        return;
    }
    const openapi::Operation& operation = *route.operation;
    if (operation.callers == openapi::Operation::Callers::Session ||
        (!caller.live && operation.isWrite() && !dryRun)) {
        throw ApiError(403, "forbidden");
    }
}

void Pipeline::Check::callerKind(Pipeline&, Run& run, Trace&) {
    checkCallerKind(run.route, run.exchange.caller, run.dryRun);
}

} // namespace svc::host::http
