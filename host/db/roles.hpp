#pragma once

#include "host/db/connection.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace svc::host::db {

// svc_owner owns the database and the schemas and migrates; svc_app is the host at run time, with DML only;
// svc_backup reads past row-level security, for dumps.
inline constexpr std::string_view OwnerRole = "svc_owner";
inline constexpr std::string_view AppRole = "svc_app";
inline constexpr std::string_view BackupRole = "svc_backup";

// The role whose rights the statements of a plugin have (plugin_rights.hpp): it cannot log in, the host takes
// it. `schema`: of the plugin.
std::string pluginRole(std::string_view schema);

// The logins that the parts of the host use.
struct Access {
    Login app;    // the pool of the host: SET ROLE svc_app where the login is another role
    Login owner;  // migrations and the upkeep of partitions
    Login backup; // pg_dump; for an external database empty unless the login is a member of the role
};

// Access to an external database through one login: the roles are set with SET ROLE.
Access accessThrough(const std::string& connectionString);

// The statements that this database still lacks before the service can use it; empty when it is ready. The
// connection is the login's own, without SET ROLE. rolesLogin makes the roles able to log in themselves
// (private cluster).
std::vector<std::string> missingBootstrapSteps(Connection& connection, bool rolesLogin,
                                               const std::vector<std::string>& pluginRoles = {});

// Prepares the database of this login unless that is done already. When the login lacks the rights, throws
// std::runtime_error that tells the administrator what to run. Idempotent.
void bootstrapDatabase(const Login& administrator, bool rolesLogin,
                       const std::vector<std::string>& pluginRoles = {});

// Throws std::runtime_error unless the current role of the connection is neither superuser nor owner nor able
// to bypass row-level security, and can neither call set_config nor use plpgsql.
void assertRestricted(Connection& connection);

} // namespace svc::host::db
