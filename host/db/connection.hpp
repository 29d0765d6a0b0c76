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

// Of statements that mean the same whoever sends them (BEGIN, ROLLBACK, SET LOCAL).
inline constexpr std::string_view AnyRole = "*";

// Whether a statement is prepared, and kept so for the life of the connection.
enum class Keep {
    Always,
    OneOfMany, // as long as few are: one of an unlimited number of texts, such as one for each company
    Never      // a text that is made anew each time is not worth it
};

// One statement with its parameters, both only seen: they must outlive the call that takes them.
struct Statement {
    std::string_view sql;
    std::span<const Param> params;
    Keep keep = Keep::Always;
    // The plugin's role that it is sent as (Transaction), AnyRole, or none: the host's.
    std::string_view role = {};
};

// Where and as whom to connect. The connection string is a postgresql:// address or libpq's keyword form;
// role, when given, is taken with SET ROLE right after connecting.
struct Login {
    std::string connectionString;
    std::string role;
};

struct ConnectionOptions {
    Login login;
    std::string applicationName = "svc-host";
    // The schemas searched for names without schema, after pg_catalog.
    std::string searchPath = "pg_catalog";
    std::chrono::milliseconds connectTimeout{3000};
    std::chrono::milliseconds statementTimeout{30000};
    std::chrono::milliseconds lockTimeout{10000};
    std::chrono::milliseconds idleInTransactionTimeout{60000};
};

// One connection to PostgreSQL. Poco::Data opens and owns it; every statement runs on its libpq handle, in a
// pipeline, as text, prepared once and kept by its text. Used by one thread at a time.
class Connection {
public:
    // Throws ConnectionLost when the server cannot be reached or refuses the login.
    explicit Connection(const ConnectionOptions& options);
    ~Connection();
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    // Sends all statements in one round trip and returns their answers in the same order. The first failure
    // skips the rest and is thrown as the Error of that very statement; a BEGIN in an earlier pipeline or in
    // this one then needs a rollback. A COMMIT whose tag is not COMMIT throws CommitFailed.
    std::vector<Rows> pipeline(std::span<const Statement> statements);

    // The two halves of pipeline(): between them the server works, and the connection is used for nothing
    // else. The texts of the statements live until receive(), their parameters only for the call of send().
    void send(std::span<const Statement> statements);
    std::vector<Rows> receive();

    // One statement, one round trip.
    Rows query(std::string_view sql, std::span<const Param> params = {});
    Rows query(std::string_view sql, std::initializer_list<Param> params);

    // Runs one statement and gives each row to the function as it comes, so that a result of any size needs
    // constant memory. The row is the only one of the Rows it is handed. The function must not use the
    // connection.
    void stream(std::string_view sql, std::span<const Param> params,
                const std::function<void(const Rows&)>& row);

    // Several statements separated by semicolons, as one script without parameters: for migrations and
    // set-up.
    void script(std::string_view sql);

    // Sends a statement whose answer is read when the connection is used the next time.
    void sendAhead(std::string_view sql);

    bool inTransaction() const noexcept;
    // Lost, or in a state that must not be reused.
    bool broken() const noexcept;
    void markBroken() noexcept;
    // Sets the longest time that a statement may take; after that the connection counts as dead.
    void expectAnswersWithin(std::chrono::milliseconds longest) noexcept;
    // Asks the server for a sign of life; a connection that stays silent is given up.
    bool answersWithin(std::chrono::milliseconds patience) noexcept;
    // Looks, without waiting, whether the server has closed or ended the connection while it was idle.
    bool aliveWhenIdle() noexcept;
    // Forgets the kept statements when there are too many of them; called between two uses.
    void trimStatements();

    int backendPid() const noexcept;
    std::size_t keptStatements() const noexcept;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace svc::host::db
