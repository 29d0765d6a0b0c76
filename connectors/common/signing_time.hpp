/// The deadline for signing a document.
#pragma once

#include <algorithm>

#include <svc/connector.hpp>

namespace svc::connector {

/// The end of the signing period: after the days of the setting `daysOpen`, and not after the document
/// expires (`expiresAt` of the input).
inline Instant signingEnd(const Json& input) {
    constexpr std::int64_t UsualDays = 60;
    const Json& days = input["settings"]["daysOpen"];
    const Instant end = Instant::parse(input.textOr("plannedAt")).value() +
                        (days.isNumber() ? days.integer() : UsualDays) * Instant::Day;
    return std::min(end, Instant::parse(input.textOr("expiresAt")).value_or(end));
}

} // namespace svc::connector
