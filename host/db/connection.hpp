#pragma once

#include "host/db/error.hpp"
#include "host/db/rows.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace svc::host::db {

// One parameter in PostgreSQL's text form; nothing is NULL.
using Param = std::optional<std::string_view>;

// Role of statements that have the same effect for every role (BEGIN, ROLLBACK, SET LOCAL).
inline constexpr std::string_view AnyRole = "*";

// Whether a statement is prepared, and kept so for the life of the connection.
enum class Keep {
    Always,
    OneOfMany, // kept while there are few: the text is one of an unlimited number, such as one for each
               // company
    Never      // not prepared: the text is different each time
};

// One statement with its parameters, both only seen: they must outlive the call that takes them.
struct Statement {
    std::string_view sql;
    std::span<const Param> params;
    Keep keep = Keep::Always;
    // The plugin's role that it is sent as (Transaction), AnyRole, or none: the host's.
    std::string_view role = {};
};

// Address and credentials of a connection. The connection string is a postgresql:// address or libpq's
// keyword form; the role, if any, is set with SET ROLE right after connecting.
struct Login {
    std::string connectionString;
    std::string role;
};

struct ConnectionOptions {
    Login login;
    std::string applicationName = "svc-host";
    // The search path for names without schema.
    std::string searchPath = "pg_catalog";
    std::chrono::milliseconds connectTimeout{3000};
    std::chrono::milliseconds statementTimeout{30000};
    std::chrono::milliseconds lockTimeout{10000};
    std::chrono::milliseconds idleInTransactionTimeout{60000};
};

// One connection to PostgreSQL. Poco::Data opens and owns it; statements run on its libpq handle in pipeline
// mode, in text format, as prepared statements that are cached by their text. COMMIT waits for the disk,
// whatever the server is set to. Used by one thread at a time.
class Connection {
public:
    // Throws ConnectionLost when the server cannot be reached or refuses the login.
    explicit Connection(const ConnectionOptions& options);
    ~Connection();
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    // Sends all statements in one round trip and returns their results in the same order. After the first
    // failure the server skips the rest, and the Error of the failed statement is thrown; a transaction begun
    // in this or an earlier pipeline then needs a rollback. A COMMIT that the server answers with another tag
    // throws CommitFailed.
    std::vector<Rows> pipeline(std::span<const Statement> statements);

    // The two halves of pipeline(): the server works in between, and the connection must not be used for
    // anything else. The texts of the statements must live until receive(), their parameters only during
    // send().
    void send(std::span<const Statement> statements);
    std::vector<Rows> receive();

    // One statement, one round trip.
    Rows query(std::string_view sql, std::span<const Param> params = {});
    Rows query(std::string_view sql, std::initializer_list<Param> params);

    // Runs one statement and passes each row to the function as it arrives, so that a result of any size
    // needs constant memory. The Rows passed hold only that row. The function must not use the connection.
    void stream(std::string_view sql, std::span<const Param> params,
                const std::function<void(const Rows&)>& row);

    // Several statements separated by semicolons, as one script without parameters: for migrations and
    // set-up.
    void script(std::string_view sql);

    // Sends a statement whose result is read at the next use of the connection.
    void sendAhead(std::string_view sql);

    bool inTransaction() const noexcept;
    // Is the connection lost, or in a state in which it must not be used again?
    bool broken() const noexcept;
    void markBroken() noexcept;
    // Sets the longest time that a statement may take; when it is exceeded the connection counts as lost.
    void expectAnswersWithin(std::chrono::milliseconds longest) noexcept;
    // Checks whether the server responds in time; otherwise the connection is given up.
    bool answersWithin(std::chrono::milliseconds patience) noexcept;
    // Looks, without waiting, whether the server has closed or ended the connection while it was idle.
    bool aliveWhenIdle() noexcept;
    // Drops the cached prepared statements when there are too many; called between two uses.
    void trimStatements();

    int backendPid() const noexcept;
    std::size_t keptStatements() const noexcept;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace svc::host::db
