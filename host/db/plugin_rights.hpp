#pragma once

#include "host/db/connection.hpp"

#include <string>
#include <vector>

namespace svc::host::db {

// The rights of a plugin's role: it may do everything but DDL in its own schema, read the schemas that the
// plugin declares, and read and note the lists of the host (svc/list.hpp). Nothing else.
struct PluginRights {
    std::string role;
    std::string schema;
    std::vector<std::string> reads; // schemas; missing ones are skipped
};

// Adjusts the rights of these roles, if they exist: grants what is missing and revokes the rest. Idempotent;
// writes nothing when there is no difference. Run it after the migrations and installLists().
void grantPluginRights(const Login& owner, const std::vector<PluginRights>& plugins);

} // namespace svc::host::db
