#pragma once

#include "host/db/connection.hpp"

#include <string>

namespace svc::host::db {

// The keyword form of a connection string that Poco::Data takes, with the defaults of the host: UTF-8, the
// time to connect, keepalives. Throws std::invalid_argument for a string that libpq cannot read or a value
// with a blank, which Poco cannot pass on. The message never holds a password.
std::string connectionKeywords(const ConnectionOptions& options);

} // namespace svc::host::db
