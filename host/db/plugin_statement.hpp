#pragma once

#include <string_view>

namespace svc::host::db {

// Throws std::invalid_argument unless the statement of a plugin begins, after blanks and comments, with
// SELECT, INSERT, UPDATE, DELETE, MERGE, VALUES or WITH, and when it names the schema of the host. So a
// plugin can neither bind another company (SET, RESET, SET ROLE, DO) nor end the host's transaction. That a
// call holds one statement only is enforced by the protocol; that these statements cannot rebind either, by
// the revocations in roles.cpp.
void checkPluginStatement(std::string_view sql);

} // namespace svc::host::db
