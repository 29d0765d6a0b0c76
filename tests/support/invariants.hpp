#pragma once

#include "support/running_service.hpp"

namespace svc::test {

/// What must hold for the data of every company whatever was done to the service, as `svc-host verify` checks
/// it: each violation is a test failure that names what differs. The service may run or not.
void expectInvariants(const RunningService& service);
/// The same without the few checks that modules make with code, on a connection that is kept: no program is
/// started and nothing is planned again, so it takes a twentieth of the time. The service must run. For after
/// each of many steps, and after tests of simultaneous requests, whose traces later ones may cover; else it
/// is enough that a shared service is verified whole at its end.
void expectSums(const RunningService& service);

} // namespace svc::test
