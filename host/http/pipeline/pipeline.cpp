#include "host/http/pipeline/pipeline.hpp"

#include "host/db/error.hpp"
#include "host/http/pipeline/dry_run.hpp"
#include "host/http/pipeline/request_id.hpp"
#include "host/http/pipeline/state.hpp"
#include "host/log/log.hpp"
#include "host/openapi/validator.hpp"

#include <svc/error.hpp>
#include <svc/text.hpp>

#include <algorithm>
#include <malloc.h>

namespace svc::host::http {

namespace {

// Larger bodies are read only after the caller's permission was checked.
constexpr std::size_t ReadEarly = 1024 * 1024;

std::chrono::seconds timeOf(const openapi::Operation& operation, const RequestTimes& times) {
    return operation.exports ? times.exporting : operation.maxBody > ReadEarly ? times.import : times.request;
}

// Monotonic seconds plus the offset of the testing clock.
std::function<std::int64_t()> secondsOf(const Clock& clock) {
    return [&clock] {
        const auto steady = std::chrono::steady_clock::now().time_since_epoch();
        return std::chrono::duration_cast<std::chrono::seconds>(steady).count() +
               clock.offset() / Instant::Second;
    };
}

} // namespace

Pipeline::Pipeline(Options options, Services& services, Gatekeeper& gatekeeper)
    : options_(std::move(options)), services_(services), gatekeeper_(gatekeeper),
      limiter_(secondsOf(services.clock), options_.hosts), exports_(options_.companyExports) {}

Route& Pipeline::add(const openapi::Operation& operation) {
    router_.add(operation.method, operation.path, routes_.size(),
                operation.rest ? LastVariable::Rest : LastVariable::OneSegment);
    Route& route = routes_.emplace_back();
    route.operation = &operation;
    return route;
}

Pipeline::Trace& Pipeline::begun(RawRequest& request) {
    if (!request.progress) {
        auto trace = std::make_unique<Trace>();
        trace->requestId = requestId(request.header("X-Request-Id"));
        request.progress = std::move(trace);
    }
    return static_cast<Trace&>(*request.progress);
}

Answer Pipeline::concluded(RawRequest& request, const std::function<Answer(Trace&)>& work) {
    Trace& trace = begun(request);
    Answer answer;
    try {
        answer = work(trace);
    } catch (...) {
        answer = refusalOf(std::current_exception(), trace);
    }
    finish(request, trace, answer);
    return answer;
}

Reception Pipeline::receive(RawRequest& request) {
    Reception reception;
    try {
        Trace& trace = begun(request);
        passGate(request, trace);
        const Route& route = findRoute(request, trace);
        const openapi::Operation& operation = *route.operation;
        RequestGate::checkSize(trace.framing, operation.maxBody);
        if (trace.framing.mayHaveBody()) {
            RequestGate::checkType(request, operation);
        }
        reception.bodyLimit = operation.maxBody;
        reception.lane = route.lane;
        reception.whose = whoseRequest(route, request, trace);
        reception.instant = route.instant;
        const bool large =
            trace.framing.length > ReadEarly || (trace.framing.chunked && operation.maxBody > ReadEarly);
        reception.permitted = !large || operation.callers == openapi::Operation::Callers::Public;
    } catch (...) {
        reception.refusal = concluded(
            request, [error = std::current_exception()](Trace&) -> Answer { std::rethrow_exception(error); });
    }
    return reception;
}

std::optional<Answer> Pipeline::permit(RawRequest& request) {
    Trace& trace = begun(request);
    try {
        Route& route = *trace.route;
        trace.exchange.headers = request.headers;
        Run run(route, trace.exchange);
        answerDurably(run, [&]() -> Answer {
            run.readDryRun();
            check(Pass::Permit, run, trace);
            return {};
        });
        return std::nullopt;
    } catch (...) {
        return concluded(
            request, [error = std::current_exception()](Trace&) -> Answer { std::rethrow_exception(error); });
    }
}

Answer Pipeline::handle(RawRequest& request) {
    if (begun(request).route == nullptr) {
        Reception reception = receive(request);
        if (reception.refusal) {
            return std::move(*reception.refusal);
        }
    }
    running_.add(1);
    const bool large = request.body.size() > ReadEarly;
    Answer answer = concluded(request, [&](Trace& trace) { return answerTo(request, trace); });
    running_.add(-1);
    if (large) {
        begun(request).exchange.body = {};
        begun(request).exchange.json.reset();
        ::malloc_trim(0); // returns memory to the system, since the next large file may be long away
    }
    noteCaller(begun(request));
    return answer;
}

Answer Pipeline::refuse(RawRequest& request, const Refused& refusal) {
    return concluded(request, [&](Trace& trace) -> Answer {
        if (trace.client.empty()) {
            locate(request, trace);
        }
        throw refusal;
    });
}

Answer Pipeline::answerTo(RawRequest& request, Trace& trace) {
    Route& route = *trace.route;
    const openapi::Operation& operation = *route.operation;
    trace.bodyRead = true;
    if (route.service) {
        if (route.counted) {
            countRate(trace, "a" + trace.client, LiveLimit);
        }
        return route.service({request, trace.client});
    }
    Exchange& exchange = trace.exchange;
    exchange.body = std::move(request.body);
    exchange.headers = std::move(request.headers);
    exchange.requestId = trace.requestId;
    exchange.address = trace.client;
    exchange.method = operation.method;

    Run run(route, exchange);
    run.headOnly = request.method == "HEAD";
    run.deadline = std::chrono::steady_clock::now() + timeOf(operation, options_.times);
    trace.deadline = run.deadline;
    run.readDryRun();
    return answerDurably(run, [&] { return answerRequest(run, trace); });
}

Answer Pipeline::answerRequest(Run& run, Trace& trace) {
    if (std::optional<Answer> answer = answerFromMemory(run, trace)) {
        return std::move(*answer);
    }
    check(Pass::Whole, run, trace);
    return run.operation.exports && run.exchange.company ? executeExport(run) : execute(run);
}

void Pipeline::locate(const RawRequest& request, Trace& trace) const {
    trace.path = request.target.substr(0, request.target.find('?'));
    trace.client = clientAddress(request.headers, request.peer, options_.trustedProxies);
    trace.secure = request.secure || (options_.trustedProxies.contains(request.peer) &&
                                      request.header("X-Forwarded-Proto") == "https");
}

void Pipeline::passGate(const RawRequest& request, Trace& trace) const {
    locate(request, trace);
    trace.framing = RequestGate::check(request);
    const auto version = request.header("Svc-Version");
    if (version && *version != Version) {
        // The value is echoed, so only a well-formed version is.
        const bool plain =
            version->size() <= 16 && std::all_of(version->begin(), version->end(), [](char c) {
                return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || c == '.' || c == '-';
            });
        throw Refused(400, "version-unsupported:" + (plain ? std::string(*version) : "unknown"));
    }
}

Route& Pipeline::findRoute(const RawRequest& request, Trace& trace) {
    const std::string_view target = request.target;
    const std::size_t question = target.find('?');
    Router::Found found = router_.find(request.method, target.substr(0, question));
    if (!found.id) {
        if (found.allow.empty()) {
            throw Refused(404, "not-found");
        }
        throw Refused(405, "method-not-allowed").header("Allow", found.allow);
    }
    Route& route = routes_[*found.id];
    trace.route = &route;
    trace.exchange.path = std::move(found.path);
    for (auto& [name, value] : found.parameters) {
        trace.exchange.parameters.emplace(std::move(name), std::move(value));
    }
    if (!route.disabledModule.empty()) {
        throw Refused(503, "module-disabled:" + route.disabledModule).header("Retry-After", "60");
    }
    auto query =
        parseQuery(question == std::string_view::npos ? std::string_view() : target.substr(question + 1));
    if (!query) {
        throw Refused(400, "request-invalid").close();
    }
    trace.exchange.query = std::move(*query);
    return route;
}

void Pipeline::checkAnswer(const Run& run, const Answer& answer) const {
    if (answer.status >= 400) {
        throw Fault("a handler must throw its refusals: " + run.operation.id + " replied " +
                    std::to_string(answer.status));
    }
    if (!options_.validate) {
        return;
    }
    const auto declared = run.operation.answers.find(answer.status);
    if (declared == run.operation.answers.end()) {
        throw Fault(run.operation.id + " answered " + std::to_string(answer.status) +
                    ", which is not declared");
    }
    // A page is HTML or JSON, as Accept asks.
    const bool isJson = std::none_of(answer.headers.begin(), answer.headers.end(), [](const auto& header) {
        return equalsIgnoreCase(header.first, "Content-Type") &&
               header.second.find("json") == std::string::npos;
    });
    if (declared->second.json && declared->second.schema != nullptr && isJson) {
        const std::string spooled =
            answer.spool ? answer.spool->read(0, answer.spool->size()) : std::string();
        const auto difference = openapi::findMismatch(*declared->second.schema,
                                                      Json::parse(answer.spool ? spooled : answer.body, 64));
        if (difference) {
            throw Fault(run.operation.id + ": the answer does not fit the contract: " + *difference);
        }
    } else if (!declared->second.json && answer.status == 204 && !answer.body.empty()) {
        throw Fault(run.operation.id + ": 204 has no body");
    }
}

} // namespace svc::host::http
