#include "host/db/roles.hpp"
#include "host/db/quoting.hpp"

#include <stdexcept>

namespace svc::host::db {
namespace {

constexpr std::string_view SetConfig = "pg_catalog.set_config(text, text, boolean)";

bool isTrue(Connection& connection, std::string_view sql, std::initializer_list<Param> params = {}) {
    const Rows rows = connection.query(sql, params);
    return !rows.empty() && rows.cell(0, 0) == std::optional<std::string_view>("t");
}

bool roleExists(Connection& connection, std::string_view role) {
    return isTrue(connection, "SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1)", {role});
}

// Adds GRANT what TO role unless the role, when it exists, has the privilege already.
class Steps {
public:
    Steps(Connection& connection, std::vector<std::string>& steps) : connection_(connection), steps_(steps) {}

    void role(std::string_view name, const std::string& attributes) {
        if (!roleExists(connection_, name))
            steps_.push_back("CREATE ROLE " + std::string(name) + " " + attributes);
    }

    // The login can SET ROLE to these roles, and the backup role reads all tables.
    void membership(std::string_view role, std::string_view member) {
        if (roleExists(connection_, role) && roleExists(connection_, member) &&
            isTrue(connection_, "SELECT pg_has_role($1::name, $2::name, 'MEMBER')", {member, role}))
            return;
        steps_.push_back("GRANT " + std::string(role) + " TO " + quoteIdentifier(member));
    }

    void functionFor(std::string_view role) {
        if (roleExists(connection_, role) &&
            isTrue(connection_,
                   "SELECT has_function_privilege($1::name, $2, 'EXECUTE') AND NOT "
                   "has_function_privilege('public', $2, 'EXECUTE')",
                   {role, SetConfig}))
            return;
        steps_.push_back("GRANT EXECUTE ON FUNCTION " + std::string(SetConfig) + " TO " + std::string(role));
    }

    void languageFor(std::string_view role) {
        if (roleExists(connection_, role) &&
            isTrue(connection_,
                   "SELECT has_language_privilege($1::name, 'plpgsql', 'USAGE') AND NOT "
                   "has_language_privilege('public', 'plpgsql', 'USAGE')",
                   {role}))
            return;
        steps_.push_back("GRANT USAGE ON LANGUAGE plpgsql TO " + std::string(role));
    }

private:
    Connection& connection_;
    std::vector<std::string>& steps_;
};

} // namespace

Access accessThrough(const std::string& connectionString) {
    return {{connectionString, std::string(AppRole)},
            {connectionString, std::string(OwnerRole)},
            {connectionString, std::string(BackupRole)}};
}

std::string pluginRole(std::string_view schema) {
    return "svc_p_" + std::string(schema);
}

std::vector<std::string> missingBootstrapSteps(Connection& connection, bool rolesLogin,
                                               const std::vector<std::string>& pluginRoles) {
    std::vector<std::string> all;
    Steps steps(connection, all);
    const std::string login = rolesLogin ? "LOGIN" : "NOLOGIN";
    steps.role(OwnerRole, login);
    steps.role(AppRole, login);
    steps.role(BackupRole, "LOGIN BYPASSRLS");
    for (const std::string& role : pluginRoles) {
        steps.role(role, "NOLOGIN");
        steps.membership(role, AppRole);
    }
    const Rows who = connection.query("SELECT session_user, current_database()");
    const std::string session(who.text(0, 0));
    const std::string database(who.text(0, 1));
    if (!rolesLogin)
        for (const std::string_view role : {OwnerRole, AppRole, BackupRole})
            steps.membership(role, session);
    steps.membership("pg_read_all_data", BackupRole);
    // So that a migration that waits for a lock can name the statement that holds it.
    steps.membership("pg_read_all_stats", OwnerRole);
    if (!isTrue(connection,
                "SELECT pg_get_userbyid(datdba) = $1 FROM pg_database WHERE datname = current_database()",
                {OwnerRole}))
        all.push_back("ALTER DATABASE " + quoteIdentifier(database) + " OWNER TO " + std::string(OwnerRole));

    // Without these a plugin's SQL could bind another company: SELECT set_config(…), DO $$ … $$.
    if (isTrue(connection, "SELECT has_function_privilege('public', $1, 'EXECUTE')", {SetConfig}))
        all.push_back("REVOKE EXECUTE ON FUNCTION " + std::string(SetConfig) + " FROM PUBLIC");
    steps.functionFor(OwnerRole);
    steps.functionFor(BackupRole);
    if (isTrue(connection, "SELECT has_language_privilege('public', 'plpgsql', 'USAGE')"))
        all.push_back("REVOKE USAGE ON LANGUAGE plpgsql FROM PUBLIC");
    steps.languageFor(OwnerRole);
    if (isTrue(connection, "SELECT has_database_privilege('public', current_database(), 'TEMPORARY')"))
        all.push_back("REVOKE TEMPORARY ON DATABASE " + quoteIdentifier(database) + " FROM PUBLIC");
    if (isTrue(connection, "SELECT EXISTS (SELECT FROM pg_namespace WHERE nspname = 'public') AND "
                           "has_schema_privilege('public', 'public', 'CREATE')"))
        all.push_back("REVOKE CREATE ON SCHEMA public FROM PUBLIC");
    return all;
}

void bootstrapDatabase(const Login& administrator, bool rolesLogin,
                       const std::vector<std::string>& pluginRoles) {
    ConnectionOptions options;
    options.login = {administrator.connectionString, {}};
    Connection connection(options);
    const Rows version =
        connection.query("SELECT current_setting('server_version_num')::integer >= 150000, "
                         "current_setting('server_version'), session_user, current_database()");
    if (version.text(0, 0) != "t")
        throw std::runtime_error("the database server is PostgreSQL " + std::string(version.text(0, 1)) +
                                 "; version 15 or later is needed");
    const std::string who(version.text(0, 2));
    const std::string database(version.text(0, 3));
    const std::vector<std::string> steps = missingBootstrapSteps(connection, rolesLogin, pluginRoles);
    if (steps.empty())
        return;
    std::string script;
    for (const std::string& step : steps)
        script += step + "; ";
    try {
        connection.script("BEGIN; " + script + "COMMIT");
        // PostgreSQL only warns about what the login has no right to revoke, so the result is checked again.
        if (missingBootstrapSteps(connection, rolesLogin, pluginRoles).empty())
            return;
    } catch (const ConnectionLost&) {
        throw;
    } catch (const Error& error) {
        // 42501: insufficient privilege. 42704, 0LP01 and the like are consequences of it.
        if (error.sqlState() != "42501")
            throw;
    }
    throw std::runtime_error("the role " + who + " may not prepare the database " + database +
                             "; let a superuser run this once in it: " + script);
}

void assertRestricted(Connection& connection) {
    const Rows rows = connection.query(
        "SELECT r.rolname, r.rolsuper OR r.rolbypassrls, "
        "EXISTS (SELECT FROM pg_roles o WHERE o.rolname = $2 AND pg_has_role(r.oid, o.oid, 'USAGE')), "
        "has_function_privilege(r.oid, $1, 'EXECUTE'), has_language_privilege(r.oid, 'plpgsql', 'USAGE') "
        "FROM pg_roles r WHERE r.rolname = current_user",
        {SetConfig, OwnerRole});
    const std::string role = rows.empty() ? "of the host" : std::string(rows.text(0, 0));
    const auto refuse = [&role](const std::string& reason) {
        throw std::runtime_error(
            "the database role " + role + " " + reason +
            ", so row-level security would not keep companies apart; the host does not start");
    };
    if (rows.empty())
        refuse("is unknown");
    if (rows.text(0, 1) == "t")
        refuse("is a superuser or bypasses row-level security");
    if (rows.text(0, 2) == "t")
        refuse("has the rights of " + std::string(OwnerRole));
    if (rows.text(0, 3) == "t")
        refuse("may call set_config");
    if (rows.text(0, 4) == "t")
        refuse("may use plpgsql");
}

} // namespace svc::host::db
