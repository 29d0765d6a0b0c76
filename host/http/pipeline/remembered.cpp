// Callers that are remembered from earlier requests: where they wait, and reads that start with a cached one.

#include "host/http/pipeline/state.hpp"

#include <svc/error.hpp>

namespace svc::host::http {

// Group in which the request waits for a thread: its company, once its credential was valid there; the
// company of a public page; otherwise the client's address.
std::string Pipeline::whoseRequest(const Route& route, const RawRequest& request, Trace& trace) const {
    using From = openapi::Operation::CompanyFrom;
    if (route.service) {
        return {};
    }
    const openapi::Operation& operation = *route.operation;
    const auto parameter = [&](std::string_view name) -> std::string_view {
        const auto found = trace.exchange.parameters.find(name);
        return found == trace.exchange.parameters.end() ? std::string_view() : found->second;
    };
    if (operation.callers == openapi::Operation::Callers::Public) {
        if (operation.companyFrom == From::Slug || operation.companyFrom == From::Identifier) {
            return "public " + std::string(parameter(operation.companyParameter()));
        }
    } else if (const std::string_view company = parameter("companyId"); !company.empty()) {
        trace.mark = KnownCallers::markOf(request.header("Authorization").value_or(""), company);
        trace.known = callers_.knows(trace.mark);
        if (trace.known) {
            return std::string(company);
        }
    }
    return "address " + trace.client;
}

void Pipeline::noteCaller(const Trace& trace) {
    const bool good = trace.exchange.company.has_value();
    if (trace.mark == 0 || good == trace.known) {
        return;
    }
    if (good) {
        callers_.keep(trace.mark);
    } else {
        callers_.forget(trace.mark);
    }
}

// A read starts with the cached caller, and the caller's look-up is sent with the first statement of the
// handler: one round trip instead of two. Nothing is answered before the database has confirmed the cached
// caller; in every other case the request is processed again without the cache. For a write the caller is
// confirmed before the handler runs: with the look-up of the idempotency key, or else separately.
std::optional<Answer> Pipeline::answerFromMemory(Run& run, Trace& trace) {
    using Callers = openapi::Operation::Callers;
    Exchange& exchange = run.exchange;
    const openapi::Operation& operation = run.operation;
    const auto companyId = exchange.parameters.find("companyId");
    if ((operation.isWrite() && (run.dryRun || !operation.bound())) || operation.outside || operation.keeps ||
        operation.exports || operation.callers == Callers::Public || !operation.ofCompany() ||
        companyId == exchange.parameters.end()) {
        return std::nullopt;
    }
    const std::unique_ptr<Gatekeeper::Recollection> recalled =
        gatekeeper_.recall(exchange.header("Authorization"), companyId->second, trace.client);
    if (!recalled) {
        return std::nullopt;
    }
    exchange.caller = std::move(recalled->entrance.caller);
    exchange.company = std::move(recalled->entrance.company);
    trace.caller = exchange.caller.actor();
    Run attempt = run;
    attempt.proof = &recalled->proof;
    try {
        check(Pass::Remembered, attempt, trace);
        Answer answer = execute(attempt);
        run.seen = std::move(attempt.seen);
        return answer;
    } catch (const std::exception&) {
        if (recalled->proof.given) {
            throw;
        }
    }
    trace.beginAgain(attempt);
    return std::nullopt;
}

} // namespace svc::host::http
