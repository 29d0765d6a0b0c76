// The start of a request: caller, rate limit and company.

#include "host/http/pipeline/state.hpp"

#include <svc/error.hpp>

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

void Pipeline::enter(Route& route, Trace& trace) {
    Exchange& exchange = trace.exchange;
    const auto companyId = exchange.parameters.find("companyId");
    const bool ofCompany = route.operation->ofCompany() && companyId != exchange.parameters.end();
    Gatekeeper::Entrance entrance;
    try {
        entrance = gatekeeper_.enter(
            exchange.header("Authorization"),
            ofCompany ? std::optional<std::string_view>(companyId->second) : std::nullopt, trace.client);
    } catch (const ApiError& error) {
        if (error.status() == 401) {
            trace.rate.reset();
            countRate(trace, "u" + trace.client, LiveLimit);
        }
        throw;
    }
    exchange.caller = std::move(entrance.caller);
    exchange.company = std::move(entrance.company);
    trace.caller = exchange.caller.actor();
}

void Pipeline::checkCompany(const Route& route, Trace& trace) {
    const std::optional<CompanyFacts>& company = trace.exchange.company;
    if (company) {
        trace.company = company->id;
    } else if (route.operation->ofCompany() && trace.exchange.parameters.count("companyId") > 0) {
        throw ApiError(404, "company-not-found");
    }
}

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

void Pipeline::countCaller(Trace& trace) {
    const Caller& caller = trace.exchange.caller;
    const bool key = caller.kind == Caller::Kind::Key;
    countRate(trace, (key ? "k" : "s") + bytesOf(caller.id), caller.live ? LiveLimit : TestLimit);
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

// Binds a public operation to the company of its path; there is no caller.
void Pipeline::findPublicCompany(const openapi::Operation& operation, Trace& trace, Exchange& exchange) {
    using From = openapi::Operation::CompanyFrom;
    if (operation.companyFrom == From::Nothing) {
        return;
    }
    if (operation.companyFrom == From::State) {
        // Consent flows other than OAuth return the same text in `ref`.
        const auto reference = exchange.queryValue("ref");
        const std::string_view state =
            exchange.queryValue("state").value_or(reference.value_or(std::string_view()));
        const auto id = decodeId("com", state.substr(0, state.find('.')));
        exchange.company = id ? gatekeeper_.company(*id) : std::nullopt;
        if (!exchange.company) {
            throw ApiError(400, "state-invalid");
        }
        trace.company = exchange.company->id;
        return;
    }
    const std::string& value = exchange.parameters.find(operation.companyParameter())->second;
    const char* unknown = "company-not-found";
    if (operation.companyFrom == From::Slug) {
        unknown = "shop-not-found";
        exchange.company = gatekeeper_.companyOfSlug(value);
    } else if (operation.companyFrom == From::Token) {
        unknown = "document-not-found";
        if (auto document = gatekeeper_.publicDocument(value)) {
            exchange.company = gatekeeper_.company(document->company);
            exchange.parameters.insert_or_assign("documentKind", std::move(document->kind));
            exchange.parameters.insert_or_assign("documentId", std::move(document->id));
        }
    } else if (const auto id = decodeId("com", value)) {
        exchange.company = gatekeeper_.company(*id);
    }
    if (!exchange.company) {
        throw ApiError(404, unknown);
    }
    trace.company = exchange.company->id;
}

} // namespace svc::host::http
