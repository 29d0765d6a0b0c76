#include "host/db/pooling.hpp"

#include "host/db/connection.hpp"

#include <stdexcept>

namespace svc::host::db {
namespace {

constexpr std::string_view DuplicatePrepared = "42P05";
constexpr std::string_view UnknownPrepared = "26000";

std::string session(Connection& connection) {
    return std::string(connection.query("SELECT pg_backend_pid()").text(0, 0));
}

// With a transaction pooler, the second connection begins a transaction in the server session that the first
// one has just released.
bool hasOwnSessions(const std::string& url) {
    ConnectionOptions options;
    options.login.connectionString = url;
    Connection first(options);
    Connection second(options);
    const std::string before = session(first);
    second.script("BEGIN");
    const std::string other = session(second);
    const std::string after = session(first);
    second.script("ROLLBACK");
    return before == after && before != other;
}

} // namespace

void requireOwnSessions(const std::string& url) {
    bool own = false;
    try {
        own = hasOwnSessions(url);
    } catch (const Error& error) {
        if (error.sqlState() != DuplicatePrepared && error.sqlState() != UnknownPrepared) {
            throw;
        }
    }
    if (!own) {
        throw std::runtime_error(
            "a pooler by transaction or statement stands between the service and PostgreSQL; "
            "expected pooling by session (pgbouncer: pool_mode = session), or none");
    }
}

} // namespace svc::host::db
