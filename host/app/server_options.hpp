#pragma once

#include "host/app/application.hpp"
#include "host/http/server.hpp"

namespace svc::host::app {

/// The options of the HTTP server, from the section `server` of the configuration and the loaded and refused
/// plugins.
http::ServerOptions serverOptions(Application& application);

} // namespace svc::host::app
