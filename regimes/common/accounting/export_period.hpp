/// @file The period of an export: `from` and `to` of its route.
#pragma once

#include <cstdint>
#include <string>

#include <svc/error.hpp>
#include <svc/http.hpp>
#include <svc/period.hpp>

namespace svc::accounting {

/// Days that a file may hold: a year, also one with 29 February.
inline constexpr std::int32_t LongestExport = 366;

/// Refuses with `field-invalid:to` or `period-too-long:366`.
inline void checkExportPeriod(const Period& period) {
    if (period.to < period.from) {
        throw fieldInvalid("to");
    }
    if (period.to.daysSince(period.from) + 1 > LongestExport) {
        throw ApiError(400, "period-too-long", {std::to_string(LongestExport)});
    }
}

/// The same, and `period-required` where one of the two is missing.
inline Period exportPeriod(Request& request) {
    const DateRange range = request.dateRange();
    if (!range.from || !range.to) {
        throw ApiError(400, "period-required");
    }
    checkExportPeriod({*range.from, *range.to});
    return {*range.from, *range.to};
}

} // namespace svc::accounting
