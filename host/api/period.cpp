#include "host/api/period.hpp"

#include "host/core/clock.hpp"

#include <svc/error.hpp>

namespace svc::host::api {

Period periodOf(const http::Exchange& exchange) {
    const std::string& zone = exchange.work->company().timeZone;
    Period period;
    if (const auto text = exchange.queryValue("from")) {
        const auto date = Date::parse(*text);
        period.from = date ? std::optional(startOfDateIn(zone, *date)) : Instant::parse(*text);
        if (!period.from) {
            throw fieldInvalid("from");
        }
    }
    if (const auto text = exchange.queryValue("to")) {
        const auto date = Date::parse(*text);
        const auto instant = Instant::parse(*text);
        if (!date && !instant) {
            throw fieldInvalid("to");
        }
        // Responses show milliseconds, so an instant copied from one includes the whole millisecond.
        period.until = date ? startOfDateIn(zone, date->addDays(1))
                            : instant->truncatedToMillis() + Instant::Millisecond;
    }
    return period;
}

} // namespace svc::host::api
