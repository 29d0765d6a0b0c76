#pragma once

#include "api/business/provider_service.hpp"

namespace svc::test {

/// A service with every connector, one for all tests of the program; its providers are faked by
/// outsideWorld().
RunningService& serviceWithAll();

} // namespace svc::test
