#pragma once

#include "host/db/connection.hpp"

#include <string>

namespace svc::host::db {

// The keyword form of a connection string that Poco::Data takes, with the host's defaults: UTF-8, connect
// timeout, keepalives. Throws std::invalid_argument when libpq cannot parse the string, or a value has a
// blank, which Poco cannot pass on. The message never contains a password.
std::string connectionKeywords(const ConnectionOptions& options);

} // namespace svc::host::db
