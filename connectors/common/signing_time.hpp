/// How long people may sign what they are sent.
#pragma once

#include <algorithm>

#include <svc/connector.hpp>

namespace svc::connector {

/// When nobody can sign any more: after the days of the setting `daysOpen`, and not after the document itself
/// has expired, as `expiresAt` of the input tells.
inline Instant signingEnd(const Json& input) {
    constexpr std::int64_t UsualDays = 60;
    const Json& days = input["settings"]["daysOpen"];
    const Instant end = Instant::parse(input.textOr("plannedAt")).value() +
                        (days.isNumber() ? days.integer() : UsualDays) * Instant::Day;
    return std::min(end, Instant::parse(input.textOr("expiresAt")).value_or(end));
}

} // namespace svc::connector
