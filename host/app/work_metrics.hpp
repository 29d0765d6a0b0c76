#pragma once

#include <cstdint>
#include <optional>

#include "host/app/application.hpp"
#include "host/log/metrics.hpp"

namespace svc::host::app {

/// Writes the metrics of jobs, journal, clock and plugins; makes one database round trip.
void reportWork(log::Exposition& out, Application& application);

/// The system clock of this host minus that of the database, in microseconds. Nothing when the database does
/// not answer, or answers so slowly that the result would be inaccurate.
std::optional<std::int64_t> clockDifference(Application& application);

} // namespace svc::host::app
