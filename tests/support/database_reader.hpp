#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

struct pg_conn; // of libpq
struct pg_result;

namespace svc::test {

/// Reads the database of a service, bypassing row-level security. It connects at the first use and again
/// after a lost connection; each statement is prepared once per connection. Thread-safe.
class DatabaseReader {
public:
    /// `address`: returns the connection string, called at each connect; it may throw.
    explicit DatabaseReader(std::function<std::string()> address);
    ~DatabaseReader();
    DatabaseReader(const DatabaseReader&) = delete;
    DatabaseReader& operator=(const DatabaseReader&) = delete;

    /// The rows of a statement, cells joined by '|'. Throws std::runtime_error with PostgreSQL's message.
    std::vector<std::string> rows(const std::string& statement);
    /// The rows of several statements, one after the other, read in one snapshot.
    std::vector<std::string> rowsOfOneSnapshot(const std::vector<std::string>& statements);

private:
    struct Free {
        void operator()(pg_conn* connection) const;
        void operator()(pg_result* result) const;
    };
    using Result = std::unique_ptr<pg_result, Free>;

    // Callers of these functions hold the mutex.
    void connect();
    void run(const std::string& command);
    /// The name under which the connection has prepared the statement.
    const std::string& prepared(const std::string& statement);
    std::vector<std::string> read(const std::string& statement);
    /// Owns the result; throws when its status is not `wanted`.
    Result check(pg_result* given, int wanted);
    /// Closes a failed connection or result; returns PostgreSQL's message.
    std::string giveUp();

    std::function<std::string()> address_;
    std::mutex mutex_;
    std::unique_ptr<pg_conn, Free> connection_;
    std::map<std::string, std::string> prepared_;
};

} // namespace svc::test
