/// The deadline for signing a document.
#pragma once

#include <algorithm>

#include <svc/connector.hpp>

namespace svc::connector {

/// The end of the signing period: after the days of the setting `daysOpen`, and not after the document
/// expires (`expiresAt` of the input).
template <class Input>
Instant signingEnd(const Input& input) {
    constexpr std::int64_t UsualDays = 60;
    const Json& days = input.settings["daysOpen"];
    const Instant end = input.plannedAt + (days.isNumber() ? days.integer() : UsualDays) * Instant::Day;
    return std::min(end, input.expiresAt.value_or(end));
}

} // namespace svc::connector
