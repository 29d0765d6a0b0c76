#pragma once

#include "host/app/application.hpp"
#include "host/log/metrics.hpp"

namespace svc::host::app {

/// What /metrics tells of jobs, journal, clock and plugins; asks the database once.
void reportWork(log::Exposition& out, Application& application);

} // namespace svc::host::app
