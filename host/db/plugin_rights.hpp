#pragma once

#include "host/db/connection.hpp"

#include <string>
#include <vector>

namespace svc::host::db {

// What the role of a plugin may: everything but structure in its own schema, look into the schemas of the
// plugins that it reads, and read and note the lists of the host (svc/list.hpp). Nothing else.
struct PluginRights {
    std::string role;
    std::string schema;
    std::vector<std::string> reads; // schemas; those that are not there are left out
};

// Brings the rights of these roles, as far as they exist, to what is wanted: grants what is missing and
// revokes the rest. Idempotent, and writes nothing when all is as it should be. After the migrations and the
// lists.
void grantPluginRights(const Login& owner, const std::vector<PluginRights>& plugins);

} // namespace svc::host::db
