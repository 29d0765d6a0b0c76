#pragma once

#include <optional>

#include <svc/error.hpp>
#include <svc/period.hpp>

#include "bindings.hpp"

namespace svc::reports {

/// The period; a missing end defaults to today, a missing start to January 1 of the year of the end.
Period bookPeriodOf(Call& call, std::optional<Date> first, std::optional<Date> last);

/// The period that the parameters of a report name; refuses one that ends before it begins.
template <class Parameters>
Period bookPeriodOf(Request& request, const Parameters& parameters) {
    const Period period =
        bookPeriodOf(request, dayOf(request, parameters.from), dayOf(request, parameters.to));
    if (period.to < period.from) {
        throw fieldInvalid("to");
    }
    return period;
}

} // namespace svc::reports
