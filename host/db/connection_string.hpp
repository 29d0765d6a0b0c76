#pragma once

#include "host/db/connection.hpp"

#include <string>
#include <utility>

namespace svc::host::db {

// The keyword form of a connection string that Poco::Data takes, with the host's defaults: UTF-8, connect
// timeout, keepalives. Throws std::invalid_argument when libpq cannot parse the string, or a value has a
// blank, which Poco cannot pass on. The message never contains a password.
std::string connectionKeywords(const ConnectionOptions& options);

// The keyword form of a connection string without its password, for the arguments of a program, and the
// password, which may be empty. Throws std::invalid_argument when libpq cannot parse the string.
std::pair<std::string, std::string> keywordsAndPassword(const std::string& connectionString);

} // namespace svc::host::db
