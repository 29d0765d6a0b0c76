// The order of the checks: one list for all passes over a request.

#include "host/http/pipeline/access.hpp"
#include "host/http/pipeline/language.hpp"
#include "host/http/pipeline/state.hpp"

#include <array>

namespace svc::host::http {

/// A check and the passes that run it. A check refuses by throwing.
struct Pipeline::Check {
    using Function = void (*)(Pipeline&, Run&, Trace&);

    Function function;
    unsigned passes;

    static bool isPublic(const Run& run) {
        return run.operation.callers == openapi::Operation::Callers::Public;
    }

    static void caller(Pipeline& pipeline, Run& run, Trace& trace) {
        if (!isPublic(run)) {
            pipeline.enter(run.route, trace);
        }
    }
    static void rate(Pipeline& pipeline, Run& run, Trace& trace) {
        if (isPublic(run)) {
            pipeline.countRate(trace, "a" + trace.client, LiveLimit);
        } else {
            pipeline.countCaller(trace);
        }
    }
    static void company(Pipeline& pipeline, Run& run, Trace& trace) {
        if (isPublic(run)) {
            pipeline.findPublicCompany(run.operation, trace, run.exchange);
        } else {
            checkCompany(run.route, trace);
        }
    }
    /// Never refuses: the language that the request asks for, else that of the company.
    static void language(Pipeline&, Run& run, Trace&) {
        Exchange& exchange = run.exchange;
        exchange.language = chooseLanguage(exchange.header("Accept-Language"),
                                           exchange.company ? exchange.company->language : "en");
    }
    static void callerKind(Pipeline&, Run& run, Trace&) {
        checkCallerKind(run.route, run.exchange.caller, run.dryRun);
    }
    static void scope(Pipeline& pipeline, Run& run, Trace&) {
        checkScope(run.route, run.exchange.caller, pipeline.services_.catalogue);
    }
    static void businessUnits(Pipeline&, Run& run, Trace&) {
        limitToBusinessUnits(run.operation, run.exchange);
    }
    static void idempotencyKey(Pipeline& pipeline, Run& run, Trace& trace) {
        pipeline.takeIdempotencyKey(run, trace);
    }
    static void input(Pipeline& pipeline, Run& run, Trace&) { pipeline.checkInput(run); }
};

// Before the checks, receive() has validated the head of the request: framing, version, route, size and type
// of the body. After them, execute() looks the idempotency key up and runs the handler.
void Pipeline::check(Pass pass, Run& run, Trace& trace) {
    constexpr unsigned Permit = static_cast<unsigned>(Pass::Permit);
    constexpr unsigned Whole = static_cast<unsigned>(Pass::Whole);
    constexpr unsigned Remembered = static_cast<unsigned>(Pass::Remembered);
    static constexpr std::array Order{
        Check{Check::caller, Permit | Whole},
        Check{Check::rate, Whole},
        Check{Check::company, Permit | Whole | Remembered},
        Check{Check::language, Whole | Remembered},
        Check{Check::callerKind, Permit | Whole | Remembered},
        Check{Check::scope, Permit | Whole | Remembered},
        Check{Check::businessUnits, Permit | Whole | Remembered},
        Check{Check::idempotencyKey, Whole | Remembered},
        Check{Check::input, Whole | Remembered},
        // Last: if a check above refuses a remembered caller, the caller is looked up, and counted then.
        Check{Check::rate, Remembered},
    };
    for (const Check& one : Order) {
        if ((one.passes & static_cast<unsigned>(pass)) != 0) {
            one.function(*this, run, trace);
        }
    }
}

} // namespace svc::host::http
