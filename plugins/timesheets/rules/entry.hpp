#pragma once

#include <cstdint>
#include <optional>

#include <records.hpp>

namespace svc::timesheets {

/// Hours worked by a person. The record is the one that the API shows.
using Entry = api::TimeEntry;

/// minutes × rate / 60, rounded half away from zero; nothing when it is out of range.
std::optional<MinorAmount> worthOf(std::int64_t minutes, const MinorPrice& hourlyRate);

/// The longest entry, as for given minutes; more is taken for a typing error.
inline constexpr std::int64_t MaxMinutes = 1'000'000;

/// Whole minutes between two instants, rounded half up; nothing when the end is before the start or the entry
/// would be too long.
std::optional<std::int64_t> minutesBetween(Instant start, Instant end);

} // namespace svc::timesheets
