// The order of the checks: one list for all passes over a request.

#include "host/http/pipeline/checks/checks.hpp"

#include <array>

namespace svc::host::http {

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
