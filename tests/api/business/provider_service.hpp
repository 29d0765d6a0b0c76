#pragma once

#include "support/https_receiver.hpp"
#include "support/running_service.hpp"

namespace svc::test {

/// Whom the test provider calls: its baseUrl.
HttpsReceiver& outsideWorld();

/// A service with the test provider (tests/plugins/provider), one for all tests of the program.
RunningService& serviceWithProvider();

} // namespace svc::test
