#include "host/http/pipeline/checks/checks.hpp"

namespace svc::host::http {

namespace {

std::string bytesOf(const Uuid& id) {
    const auto& bytes = id.bytes();
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

} // namespace

void Pipeline::countRate(Trace& trace, std::string_view who, int limit) {
    // A request that is processed a second time counts once.
    if (!trace.rate) {
        trace.rate = limiter_.take(who, limit);
    }
    if (!trace.rate->allowed) {
        throw Refused(429, "too-many-requests").header("Retry-After", std::to_string(trace.rate->reset));
    }
}

void Pipeline::Check::rate(Pipeline& pipeline, Run& run, Trace& trace) {
    // Files of an application, which many people behind one address open at the same time. They are answered
    // from memory, which costs no more than a refusal.
    if (run.operation.withoutCompany) {
        return;
    }
    if (run.isPublic()) {
        pipeline.countRate(trace, "a" + trace.client, LiveLimit);
        return;
    }
    const Caller& caller = trace.exchange.caller;
    const bool key = caller.kind == Caller::Kind::Key;
    pipeline.countRate(trace, (key ? "k" : "s") + bytesOf(caller.id), caller.live ? LiveLimit : TestLimit);
}

} // namespace svc::host::http
