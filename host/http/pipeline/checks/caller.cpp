#include "host/http/pipeline/checks/checks.hpp"

#include <svc/error.hpp>

namespace svc::host::http {

void Pipeline::Check::caller(Pipeline& pipeline, Run& run, Trace& trace) {
    Exchange& exchange = trace.exchange;
    if (run.isPublic() && !(run.operation.takesSession && exchange.header("Authorization"))) {
        return;
    }
    const auto companyId = exchange.parameters.find("companyId");
    const bool ofCompany = run.operation.ofCompany() && companyId != exchange.parameters.end();
    Gatekeeper::Entrance entrance;
    try {
        entrance = pipeline.gatekeeper_.enter(
            exchange.header("Authorization"),
            ofCompany ? std::optional<std::string_view>(companyId->second) : std::nullopt, trace.client);
    } catch (const ApiError& error) {
        if (error.status() == 401) {
            trace.rate.reset();
            pipeline.countRate(trace, "u" + trace.client, LiveLimit);
        }
        throw;
    }
    exchange.caller = std::move(entrance.caller);
    exchange.company = std::move(entrance.company);
    trace.caller = exchange.caller.actor();
}

} // namespace svc::host::http
