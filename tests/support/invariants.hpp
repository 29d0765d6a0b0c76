#pragma once

#include "support/running_service.hpp"

namespace svc::test {

/// Runs the checks of `svc-host verify`, which must hold for every company: each violation is a test failure
/// that names the difference. The service may run or not.
void expectInvariants(const RunningService& service);
/// Like expectInvariants(), without the few checks that modules implement in code, over a kept connection
/// with prepared statements; it takes a twentieth of the time. The service must run. Use it after each of
/// many steps, and after tests of concurrent requests, whose damage later ones could hide. Otherwise it is
/// enough that a shared service is verified completely at its end.
void expectSums(const RunningService& service);

} // namespace svc::test
