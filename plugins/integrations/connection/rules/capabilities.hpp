#pragma once

#include <records.hpp>

namespace svc::integrations {

/// `{ "<capability>": "what it does" }` for a settings page. Capabilities unknown to the service are ignored.
Json describeCapabilities(const Json& capabilities);

} // namespace svc::integrations
