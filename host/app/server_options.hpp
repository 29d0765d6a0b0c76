#pragma once

#include "host/app/application.hpp"
#include "host/http/server.hpp"

namespace svc::host::app {

/// What the section `server` of the configuration, the loaded plugins and the refused ones mean for the HTTP
/// server.
http::ServerOptions serverOptions(Application& application);

} // namespace svc::host::app
