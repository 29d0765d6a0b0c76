#pragma once

#include <cstdint>
#include <optional>

#include <records.hpp>

namespace svc::timesheets {

/// Hours worked by a person. The record is the one that the API shows.
using Entry = api::TimeEntry;

/// minutes × rate / 60, rounded half away from zero; nothing when it is out of range.
std::optional<MinorAmount> worthOf(std::int64_t minutes, const MinorPrice& hourlyRate);

/// Whole minutes between two instants, rounded half up; nothing when the end is before the start.
std::optional<std::int64_t> minutesBetween(Instant start, Instant end);

} // namespace svc::timesheets
