#pragma once

#include <string_view>

namespace svc::host::db {

// Throws std::invalid_argument unless the plugin's statement begins, after blanks and comments, with SELECT,
// INSERT, UPDATE, DELETE, MERGE, VALUES or WITH, and when it refers to the schema of the host. So a plugin
// can neither bind another company (SET, RESET, SET ROLE, DO) nor end the host's transaction. The protocol
// ensures that a call holds only one statement; the revocations in roles.cpp ensure that an allowed statement
// cannot bind another company either.
void checkPluginStatement(std::string_view sql);

} // namespace svc::host::db
