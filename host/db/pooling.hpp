#pragma once

#include <string>

namespace svc::host::db {

// Throws std::runtime_error when a pooler in transaction mode is between the service and PostgreSQL: role,
// time limits and locks of a session would be lost, or affect the next client of that session.
void requireOwnSessions(const std::string& url);

} // namespace svc::host::db
