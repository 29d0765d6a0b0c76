#pragma once

#include <functional>

#include "host/app/application.hpp"
#include "host/http/pipeline/exchange.hpp"
#include "host/openapi/contract.hpp"

namespace svc::host::app {

/// The contract of the route below; only added where testing.clock is set.
openapi::Contract testingContract();

/// POST /testing/clock `{ "advance": "PT36H" }`: moves the clock of every host forward and runs the work that
/// became due. Answers 404 to callers on other machines.
http::Handler testingClock(Application& application, std::function<void()> runDue);

} // namespace svc::host::app
