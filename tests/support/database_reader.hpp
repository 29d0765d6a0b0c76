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

/// Reads the database of a service past row-level security. The connection is made when it is first needed,
/// and anew after it was lost; each statement is planned once for as long as it lasts. Any thread may use it.
class DatabaseReader {
public:
    /// `address`: the connection string, asked for at each connect; it may throw.
    explicit DatabaseReader(std::function<std::string()> address);
    ~DatabaseReader();
    DatabaseReader(const DatabaseReader&) = delete;
    DatabaseReader& operator=(const DatabaseReader&) = delete;

    /// The rows of a statement, cells joined by '|'. Throws std::runtime_error with the words of PostgreSQL.
    std::vector<std::string> rows(const std::string& statement);
    /// The rows of several statements, one after the other, in one snapshot.
    std::vector<std::string> rowsOfOneSnapshot(const std::vector<std::string>& statements);

private:
    struct Free {
        void operator()(pg_conn* connection) const;
        void operator()(pg_result* result) const;
    };
    using Result = std::unique_ptr<pg_result, Free>;

    // Of these each caller holds the mutex.
    void connect();
    void run(const std::string& command);
    /// The name under which the connection has prepared the statement.
    const std::string& prepared(const std::string& statement);
    std::vector<std::string> read(const std::string& statement);
    /// Owns the result; throws when its status is another one.
    Result check(pg_result* given, int wanted);
    /// What cannot be used any more is closed; the words of PostgreSQL.
    std::string giveUp();

    std::function<std::string()> address_;
    std::mutex mutex_;
    std::unique_ptr<pg_conn, Free> connection_;
    std::map<std::string, std::string> prepared_;
};

} // namespace svc::test
