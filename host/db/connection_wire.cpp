#include "host/db/connection_wire.hpp"

#include "host/db/quoting.hpp"

#include <cerrno>
#include <poll.h>
#include <stdexcept>
#include <utility>

#include <svc/text.hpp>

namespace svc::host::db {
namespace {

// Each prepared statement takes some KiB of the server's memory.
constexpr std::size_t MostKeptOfMany = 64;

} // namespace

Connection::Impl::Impl(const ConnectionOptions& options)
    : session(options), handle(session.handle()),
      patience(options.statementTimeout.count() > 0 ? options.statementTimeout + Silence
                                                    : std::chrono::milliseconds(0)) {}

void Connection::Impl::fail(std::string_view statement, bool duringCommit) {
    lost = true;
    Error::Fields fields;
    fields.message = trim(PQerrorMessage(handle));
    fields.sqlState = "08006";
    fields.statement = statement;
    throw ConnectionLost(std::move(fields), duringCommit);
}

Error::Fields Connection::Impl::describe(const PGresult* result, std::string_view statement) const {
    Error::Fields fields;
    fields.message = field(result, PG_DIAG_MESSAGE_PRIMARY);
    if (fields.message.empty())
        fields.message = trim(PQresultErrorMessage(result));
    fields.sqlState = field(result, PG_DIAG_SQLSTATE);
    fields.constraint = field(result, PG_DIAG_CONSTRAINT_NAME);
    fields.schema = field(result, PG_DIAG_SCHEMA_NAME);
    fields.table = field(result, PG_DIAG_TABLE_NAME);
    fields.column = field(result, PG_DIAG_COLUMN_NAME);
    fields.detail = field(result, PG_DIAG_MESSAGE_DETAIL);
    fields.statement = statement;
    return fields;
}

// Throws the Error for a failed result.
void Connection::Impl::raise(const PGresult* result, std::string_view statement, bool commitSent) {
    Error::Fields fields = describe(result, statement);
    if (fields.sqlState.empty() || endsConnection(fields.sqlState) || PQstatus(handle) == CONNECTION_BAD) {
        lost = true;
        // When the server reports an error with SQLSTATE for a statement before COMMIT, COMMIT was not
        // executed; otherwise its outcome is unknown.
        const bool unknown = commitSent && (fields.sqlState.empty() || isCommit(statement));
        if (fields.sqlState.empty())
            fields.sqlState = "08006";
        throw ConnectionLost(std::move(fields), unknown);
    }
    // The prepared statement no longer matches the tables (after a migration), or the server does not know it
    // (with a pooler in between): the next connection prepares it again.
    if (fields.sqlState == "0A000" || fields.sqlState == "26000")
        lost = true;
    throw Error(std::move(fields));
}

void Connection::Impl::simple(std::string_view sql) {
    std::shared_ptr<PGresult> result;
    if (PQsendQuery(handle, std::string(sql).c_str()) != 1)
        fail(sql, false);
    for (;;) {
        awaitResult(sql, false);
        std::shared_ptr<PGresult> more = own(PQgetResult(handle));
        if (!more)
            break;
        result = std::move(more);
    }
    const ExecStatusType status = PQresultStatus(result.get());
    if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK || status == PGRES_EMPTY_QUERY)
        return;
    if (!result || PQstatus(handle) == CONNECTION_BAD)
        fail(sql, false);
    raise(result.get(), sql, false);
}

void Connection::Impl::enterPipeline() {
    if (PQenterPipelineMode(handle) != 1)
        fail("pipeline", false);
}

void Connection::Impl::leavePipeline() {
    if (PQexitPipelineMode(handle) != 1)
        fail("pipeline", false);
}

void Connection::Impl::setUp(const ConnectionOptions& options) {
    PQsetNoticeProcessor(
        handle, [](void*, const char*) {}, nullptr);
    std::string script =
        "SET TIME ZONE 'UTC'; SET client_min_messages = warning; SET search_path = " + options.searchPath +
        "; SET statement_timeout = " + std::to_string(options.statementTimeout.count()) +
        "; SET lock_timeout = " + std::to_string(options.lockTimeout.count()) +
        "; SET idle_in_transaction_session_timeout = " +
        std::to_string(options.idleInTransactionTimeout.count());
    if (!options.login.role.empty())
        script += "; SET ROLE " + quoteIdentifier(options.login.role);
    simple(script);
    enterPipeline();
}

void Connection::Impl::sync(std::string_view statement) {
    if (PQpipelineSync(handle) != 1)
        fail(statement, false);
}

void Connection::Impl::sendOne(const Sent& sent) {
    const Statement& statement = *sent.statement;
    // libpq needs zero-terminated texts, which views are not: all of them are copied into one buffer.
    const bool sendsText = sent.prepares || sent.name.empty();
    std::string buffer;
    std::size_t size = sendsText ? statement.sql.size() + 1 : 0;
    for (const Param& param : statement.params)
        size += param ? param->size() + 1 : 0;
    buffer.reserve(size);
    std::vector<const char*> values;
    values.reserve(statement.params.size());
    for (const Param& param : statement.params) {
        if (!param) {
            values.push_back(nullptr);
            continue;
        }
        if (param->find('\0') != std::string_view::npos)
            throw std::invalid_argument("a text with a zero byte cannot be stored");
        values.push_back(buffer.data() + buffer.size());
        buffer.append(*param).push_back('\0');
    }
    const char* sql = buffer.data() + buffer.size();
    if (sendsText)
        buffer.append(statement.sql).push_back('\0');
    const int count = static_cast<int>(values.size());
    int ok = 1;
    if (sent.prepares)
        ok = PQsendPrepare(handle, sent.name.c_str(), sql, 0, nullptr);
    if (ok == 1)
        ok = sent.name.empty()
                 ? PQsendQueryParams(handle, sql, count, nullptr, values.data(), nullptr, nullptr, 0)
                 : PQsendQueryPrepared(handle, sent.name.c_str(), count, values.data(), nullptr, nullptr, 0);
    if (ok != 1)
        fail(statement.sql, false);
}

// Chooses the name of each statement; those not kept yet are prepared in the same pipeline.
std::vector<Connection::Impl::Sent> Connection::Impl::named(std::span<const Statement> statements) {
    std::vector<Sent> sent;
    sent.reserve(statements.size());
    StatementNames fresh; // prepared earlier in this pipeline
    for (const Statement& statement : statements) {
        Sent one{&statement, false, {}};
        if (statement.keep != Keep::Never) {
            if (const auto known = names.find(statement.sql); known != names.end()) {
                one.name = known->second;
            } else if (const auto begun = fresh.find(statement.sql); begun != fresh.end()) {
                one.name = begun->second;
            } else if (statement.keep == Keep::Always || keptOfMany < MostKeptOfMany) {
                one.name = "s" + std::to_string(nextName++);
                one.prepares = true;
                fresh.emplace(statement.sql, one.name);
            }
        }
        sent.push_back(std::move(one));
    }
    return sent;
}

// Waits, with a time limit, until a result can be read without blocking; libpq itself would wait without
// limit.
void Connection::Impl::awaitResult(std::string_view statement, bool duringCommit) {
    if (patience.count() == 0 || PQisBusy(handle) == 0)
        return;
    const auto deadline = std::chrono::steady_clock::now() + patience;
    while (PQisBusy(handle) == 1) {
        const auto left =
            std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
        pollfd watched{PQsocket(handle), POLLIN, 0};
        const int ready = left.count() > 0 ? ::poll(&watched, 1, static_cast<int>(left.count())) : 0;
        if (ready < 0 && errno == EINTR)
            continue;
        if (ready == 0) {
            lost = true;
            Error::Fields fields;
            fields.message =
                "the database has not answered for " + std::to_string(patience.count() / 1000) + " s";
            fields.sqlState = "08006";
            fields.statement = statement;
            throw ConnectionLost(std::move(fields), duringCommit);
        }
        if (PQconsumeInput(handle) != 1)
            return; // PQgetResult reports the error
    }
}

// Returns the next result; each statement gives one result followed by a null result.
std::shared_ptr<PGresult> Connection::Impl::next(std::string_view statement, bool duringCommit) {
    awaitResult(statement, duringCommit);
    std::shared_ptr<PGresult> result = own(PQgetResult(handle));
    if (!result)
        fail(statement, duringCommit);
    return result;
}

void Connection::Impl::endOfStatement(std::string_view statement, bool duringCommit) {
    for (;;) {
        awaitResult(statement, duringCommit);
        PGresult* const more = PQgetResult(handle);
        if (more == nullptr)
            return;
        PQclear(more);
        if (PQstatus(handle) == CONNECTION_BAD)
            fail(statement, duringCommit);
    }
}

void Connection::Impl::readSync(std::string_view statement, bool duringCommit) {
    const std::shared_ptr<PGresult> result = next(statement, duringCommit);
    if (PQresultStatus(result.get()) != PGRES_PIPELINE_SYNC)
        fail(statement, duringCommit);
}

void Connection::Impl::drainAhead() {
    while (ahead > 0) {
        const std::shared_ptr<PGresult> result = next("ROLLBACK", false);
        if (PQresultStatus(result.get()) != PGRES_COMMAND_OK)
            raise(result.get(), "ROLLBACK", false);
        endOfStatement("ROLLBACK", false);
        readSync("ROLLBACK", false);
        --ahead;
    }
}

} // namespace svc::host::db
