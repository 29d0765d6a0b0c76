#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace svc::host::db {

// What PostgreSQL said about one statement. what() is a sentence for the log, never for a client.
class Error : public std::runtime_error {
public:
    struct Fields {
        std::string message;
        std::string sqlState;
        std::string constraint;
        std::string schema;
        std::string table;
        std::string column;
        std::string detail;
        std::string statement;
    };

    explicit Error(Fields fields);

    // Five characters, "08006" when the connection is gone and the server said nothing.
    const std::string& sqlState() const noexcept { return fields_.sqlState; }
    const std::string& constraint() const noexcept { return fields_.constraint; }
    const std::string& schema() const noexcept { return fields_.schema; }
    const std::string& table() const noexcept { return fields_.table; }
    const std::string& column() const noexcept { return fields_.column; }
    const std::string& detail() const noexcept { return fields_.detail; }
    // The text of the statement that failed, also when it travelled in a pipeline with others.
    const std::string& statement() const noexcept { return fields_.statement; }
    // The server's own words, without the statement.
    const std::string& message() const noexcept { return fields_.message; }

    // A serialisation failure or deadlock, or a row whose partition was made meanwhile: the whole transaction
    // may be repeated (at most three times).
    bool retryable() const noexcept;
    bool uniqueViolation() const noexcept { return fields_.sqlState == "23505"; }
    bool foreignKeyViolation() const noexcept { return fields_.sqlState == "23503"; }
    bool checkViolation() const noexcept { return fields_.sqlState == "23514"; }
    // Too slow: statement_timeout or a cancel (57014), or lock_timeout (55P03).
    bool timedOut() const noexcept;
    // Reads go on, writes do not: the disk is full, or the server is a standby.
    bool refusesWrites() const noexcept;
    // The server cannot take writes now: disk full, out of connections, read-only.
    bool unavailable() const noexcept;

private:
    // The row was on its way to the default partition of its table.
    bool metNewPartition() const noexcept;

    Fields fields_;
};

// The connection is gone. When it went during COMMIT the outcome is unknown: the retry with the idempotency
// key settles it.
class ConnectionLost : public Error {
public:
    ConnectionLost(Fields fields, bool duringCommit);
    bool duringCommit() const noexcept { return duringCommit_; }

private:
    bool duringCommit_;
};

// COMMIT answered something else than COMMIT: the transaction had failed and nothing was written.
class CommitFailed : public Error {
public:
    using Error::Error;
};

// No connection became free in time.
class PoolTimeout : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

// There may have been one, but the company of the caller held all that one company may hold.
class CompanyShareTaken : public PoolTimeout {
public:
    using PoolTimeout::PoolTimeout;
};

// The transaction was not to last longer (Transaction::endBy): nothing more is begun in it.
class DeadlinePassed : public std::runtime_error {
public:
    DeadlinePassed() : std::runtime_error("the deadline of the request has passed") {}
};

// After these states the connection is thrown away: shutdown, crash recovery, connection errors, a standby.
bool endsConnection(std::string_view sqlState) noexcept;

} // namespace svc::host::db
