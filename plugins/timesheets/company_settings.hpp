#pragma once

#include <svc/amount_units.hpp>
#include <svc/call.hpp>

namespace svc::timesheets {

/// The rate of an hour that names none, in minor units. Setting `defaultHourlyRate` of the company.
inline MinorPrice defaultHourlyRate(Call& call) {
    return MinorPrice(call.companyRecord().optionalDecimal("defaultHourlyRate").value_or(Decimal()));
}

} // namespace svc::timesheets
