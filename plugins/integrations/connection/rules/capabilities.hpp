#pragma once

#include "bindings.hpp"

namespace svc::integrations {

/// `{ "<capability>": "what it does" }` for a page of settings, of those that the service knows. One that it
/// does not know does nothing.
Json describeCapabilities(const Json& capabilities);

} // namespace svc::integrations
