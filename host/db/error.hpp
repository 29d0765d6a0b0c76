#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace svc::host::db {

// An error that PostgreSQL reports for one statement. what() is a sentence for the log, never for a client.
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

    // Five characters; "08006" when the connection was lost without a message of the server.
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
    // Only reads are possible: the disk is full, or the server is a standby.
    bool refusesWrites() const noexcept;
    // The server cannot take writes now: disk full, out of connections, read-only.
    bool unavailable() const noexcept;

private:
    // The row was routed to the default partition although its own partition had just been created.
    bool metNewPartition() const noexcept;

    Fields fields_;
};

// The connection is lost. When that happened during COMMIT the outcome is unknown: a retry with the
// idempotency key resolves it.
class ConnectionLost : public Error {
public:
    ConnectionLost(Fields fields, bool duringCommit);
    bool duringCommit() const noexcept { return duringCommit_; }

private:
    bool duringCommit_;
};

// The server answered COMMIT with ROLLBACK: the transaction had failed and nothing was written.
class CommitFailed : public Error {
public:
    using Error::Error;
};

// No connection became free in time.
class PoolTimeout : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

// The company of the caller held its full share of connections; others may have been free.
class CompanyShareTaken : public PoolTimeout {
public:
    using PoolTimeout::PoolTimeout;
};

// The deadline of the transaction (Transaction::endBy) has passed: no further statement is started.
class DeadlinePassed : public std::runtime_error {
public:
    DeadlinePassed() : std::runtime_error("the deadline of the request has passed") {}
};

// SQLSTATEs after which the connection is discarded: shutdown, crash recovery, connection errors, a standby.
bool endsConnection(std::string_view sqlState) noexcept;

} // namespace svc::host::db
