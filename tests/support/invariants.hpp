#pragma once

#include "support/running_service.hpp"

namespace svc::test {

/// What must hold for the data of every company whatever was done to the service, as `svc-host verify` checks
/// it: each violation is a test failure that names what differs. The service may run or not.
void expectInvariants(const RunningService& service);
/// The same without what modules check with code, for after each of many steps: no library is loaded.
void expectSums(const RunningService& service);

} // namespace svc::test
