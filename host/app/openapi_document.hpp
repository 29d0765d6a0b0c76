#pragma once

#include <string>

#include "host/app/application.hpp"

namespace svc::host::app {

/// The OpenAPI 3.1 document of the host and the enabled plugins, as GET /openapi.json serves it.
std::string openapiDocument(Application& application);

} // namespace svc::host::app
