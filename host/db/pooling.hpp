#pragma once

#include <string>

namespace svc::host::db {

// Refuses, with std::runtime_error, a pooler between the service and PostgreSQL that lends a connection
// another session of the server for each transaction: the role, the time limits and the locks of a session
// would be lost, or stay behind with whoever comes next.
void requireOwnSessions(const std::string& url);

} // namespace svc::host::db
