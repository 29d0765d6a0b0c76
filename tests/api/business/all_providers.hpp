#pragma once

#include "api/business/provider_service.hpp"

namespace svc::test {

/// A service with every connector there is, one for all tests of the program; their providers are at the
/// outside world.
RunningService& serviceWithAll();

} // namespace svc::test
