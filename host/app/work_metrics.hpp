#pragma once

#include <cstdint>
#include <optional>

#include "host/app/application.hpp"
#include "host/log/metrics.hpp"

namespace svc::host::app {

/// What /metrics tells of jobs, journal, clock and plugins; asks the database once.
void reportWork(log::Exposition& out, Application& application);

/// The system's clock on this host less that of the database, in microseconds. Nothing when the database does
/// not answer, or so slowly that the answer says little.
std::optional<std::int64_t> clockDifference(Application& application);

} // namespace svc::host::app
