#pragma once

#include <functional>

#include "host/app/application.hpp"
#include "host/http/exchange.hpp"
#include "host/openapi/contract.hpp"

namespace svc::host::app {

/// The contract of the route below; only added where testing.clock is set.
openapi::Contract testingContract();

/// POST /testing/clock `{ "advance": "PT36H" }`: moves the clock of every host forward and does what became
/// due. 404 for callers that are not on this machine.
http::Handler testingClock(Application& application, std::function<void()> runDue);

} // namespace svc::host::app
