#include "host/db/connection.hpp"

#include "host/db/quoting.hpp"
#include "host/db/session.hpp"

#include <cerrno>
#include <chrono>
#include <cstring>
#include <libpq-fe.h>
#include <poll.h>
#include <stdexcept>
#include <unordered_map>
#include <utility>

#include <svc/text.hpp>

namespace svc::host::db {
namespace {

constexpr std::size_t MostKeptStatements = 1000;
// The server itself ends a statement that takes too long. Whoever hears nothing for this much longer speaks
// with nobody: a network that swallows everything, a frozen machine.
constexpr std::chrono::milliseconds Margin{5000};

struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const noexcept {
        return std::hash<std::string_view>()(text);
    }
};

using StatementNames = std::unordered_map<std::string, std::string, TextHash, std::equal_to<>>;

std::shared_ptr<PGresult> own(PGresult* result) {
    return {result, [](PGresult* r) { PQclear(r); }};
}

std::string field(const PGresult* result, int code) {
    const char* text = PQresultErrorField(result, code);
    return text == nullptr ? std::string() : std::string(text);
}

bool isCommit(std::string_view sql) {
    return sql == "COMMIT";
}

} // namespace

struct Connection::Impl {
    explicit Impl(const ConnectionOptions& options)
        : session(options), handle(session.handle()),
          patience(options.statementTimeout.count() > 0 ? options.statementTimeout + Margin
                                                        : std::chrono::milliseconds(0)) {}

    Session session;
    PGconn* handle;                     // owned by session
    std::chrono::milliseconds patience; // the longest wait for a result; 0: without end
    StatementNames names;
    std::uint64_t nextName = 1;
    bool lost = false;
    std::size_t ahead = 0; // pipelines sent whose answers were not read yet

    // What one statement sent: a preparation first, or not.
    struct Sent {
        const Statement* statement;
        bool prepares;
        std::string name;
    };

    [[noreturn]] void fail(std::string_view statement, bool duringCommit);
    Error::Fields describe(const PGresult* result, std::string_view statement) const;
    void setUp(const ConnectionOptions& options);
    void simple(std::string_view sql);
    void enterPipeline();
    void leavePipeline();
    void sync(std::string_view statement);
    std::vector<Sent> named(std::span<const Statement> statements);
    void sendOne(const Sent& sent);
    void awaitResult(std::string_view statement, bool duringCommit);
    std::shared_ptr<PGresult> next(std::string_view statement, bool duringCommit);
    void endOfStatement(std::string_view statement, bool duringCommit);
    void readSync(std::string_view statement, bool duringCommit);
    void drainAhead();
    void raise(const PGresult* result, std::string_view statement, bool commitSent);
};

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

// Throws what a failed result says.
void Connection::Impl::raise(const PGresult* result, std::string_view statement, bool commitSent) {
    Error::Fields fields = describe(result, statement);
    if (fields.sqlState.empty() || endsConnection(fields.sqlState) || PQstatus(handle) == CONNECTION_BAD) {
        lost = true;
        // A statement before COMMIT that the server has refused in so many words means that COMMIT was not
        // reached.
        const bool unknown = commitSent && (fields.sqlState.empty() || isCommit(statement));
        if (fields.sqlState.empty())
            fields.sqlState = "08006";
        throw ConnectionLost(std::move(fields), unknown);
    }
    // A kept statement that no longer fits the tables (a migration ran), or that the server does not know (a
    // pooler in between): the next connection prepares it anew.
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
    // libpq wants zero-terminated texts; the views need not be. One buffer for all of them.
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
    StatementNames fresh; // prepared earlier in this very pipeline
    for (const Statement& statement : statements) {
        Sent one{&statement, false, {}};
        if (statement.keep) {
            if (const auto known = names.find(statement.sql); known != names.end()) {
                one.name = known->second;
            } else if (const auto begun = fresh.find(statement.sql); begun != fresh.end()) {
                one.name = begun->second;
            } else {
                one.name = "s" + std::to_string(nextName++);
                one.prepares = true;
                fresh.emplace(statement.sql, one.name);
            }
        }
        sent.push_back(std::move(one));
    }
    return sent;
}

// Waits until a result can be taken without waiting; libpq itself would wait for ever.
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
            return; // PQgetResult tells why
    }
}

// The next result; every statement gives one result and then nothing.
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

Connection::Connection(const ConnectionOptions& options) : impl_(std::make_unique<Impl>(options)) {
    impl_->setUp(options);
}

Connection::~Connection() = default;

std::vector<Rows> Connection::pipeline(std::span<const Statement> statements) {
    std::vector<Rows> rows;
    if (statements.empty())
        return rows;
    const std::string_view first = statements.front().sql;
    if (impl_->lost)
        impl_->fail(first, false);
    for (const Statement& statement : statements)
        for (const Param& param : statement.params)
            if (param && param->find('\0') != std::string_view::npos)
                throw std::invalid_argument("a text with a zero byte cannot be stored");
    impl_->drainAhead();
    const std::vector<Impl::Sent> sent = impl_->named(statements);
    for (const Impl::Sent& one : sent)
        impl_->sendOne(one);
    impl_->sync(first);

    bool commitSent = false;
    for (const Statement& statement : statements)
        commitSent = commitSent || isCommit(statement.sql);
    rows.reserve(statements.size());
    std::shared_ptr<PGresult> failure;
    std::string_view failed;
    // Takes the result of one command; after the first failure the server skips the rest up to the end.
    const auto take = [&](std::string_view sql) -> std::shared_ptr<PGresult> {
        std::shared_ptr<PGresult> result = impl_->next(sql, commitSent);
        const ExecStatusType status = PQresultStatus(result.get());
        if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK || status == PGRES_EMPTY_QUERY) {
            impl_->endOfStatement(sql, commitSent);
            return result;
        }
        if (status == PGRES_FATAL_ERROR && !failure) {
            failure = result;
            failed = sql;
            if (PQstatus(impl_->handle) == CONNECTION_BAD ||
                endsConnection(field(failure.get(), PG_DIAG_SQLSTATE)))
                impl_->raise(failure.get(), failed, commitSent);
        }
        impl_->endOfStatement(sql, commitSent);
        return nullptr;
    };
    for (const Impl::Sent& one : sent) {
        const std::string_view sql = one.statement->sql;
        if (one.prepares && take(sql))
            impl_->names.emplace(sql, one.name);
        if (std::shared_ptr<PGresult> result = take(sql))
            rows.emplace_back(std::move(result));
    }
    impl_->readSync(first, commitSent && !failure);
    if (failure)
        impl_->raise(failure.get(), failed, commitSent);
    for (std::size_t i = 0; i < statements.size(); ++i) {
        if (isCommit(statements[i].sql) && rows[i].tag() != "COMMIT") {
            Error::Fields fields;
            fields.message = "COMMIT answered " + std::string(rows[i].tag()) + ": nothing was written";
            fields.sqlState = "25P02";
            fields.statement = "COMMIT";
            throw CommitFailed(std::move(fields));
        }
    }
    return rows;
}

Rows Connection::query(std::string_view sql, std::span<const Param> params) {
    const Statement statement{sql, params};
    return pipeline({&statement, 1}).front();
}

Rows Connection::query(std::string_view sql, std::initializer_list<Param> params) {
    return query(sql, std::span<const Param>(params.begin(), params.size()));
}

void Connection::stream(std::string_view sql, std::span<const Param> params,
                        const std::function<void(const Rows&)>& row) {
    if (impl_->lost)
        impl_->fail(sql, false);
    impl_->drainAhead();
    const Statement statement{sql, params, false};
    impl_->sendOne({&statement, false, {}});
    impl_->sync(sql);
    // In a pipeline the mode is set when the result of the statement has become the current one.
    if (PQsetSingleRowMode(impl_->handle) != 1)
        impl_->fail(sql, false);
    try {
        for (;;) {
            std::shared_ptr<PGresult> result = impl_->next(sql, false);
            const ExecStatusType status = PQresultStatus(result.get());
            if (status == PGRES_SINGLE_TUPLE) {
                row(Rows(std::move(result)));
                continue;
            }
            impl_->endOfStatement(sql, false);
            impl_->readSync(sql, false);
            if (status != PGRES_TUPLES_OK && status != PGRES_COMMAND_OK)
                impl_->raise(result.get(), sql, false);
            return;
        }
    } catch (const Error&) {
        throw;
    } catch (...) {
        // The rest of the rows is not worth reading: the connection is closed instead.
        impl_->lost = true;
        throw;
    }
}

void Connection::script(std::string_view sql) {
    if (impl_->lost)
        impl_->fail(sql, false);
    impl_->drainAhead();
    impl_->leavePipeline();
    try {
        impl_->simple(sql);
    } catch (const ConnectionLost&) {
        throw;
    } catch (const Error&) {
        impl_->enterPipeline();
        throw;
    }
    impl_->enterPipeline();
}

void Connection::sendAhead(std::string_view sql) {
    const Statement statement{sql, {}, false};
    impl_->sendOne({&statement, false, {}});
    impl_->sync(sql);
    ++impl_->ahead;
}

bool Connection::inTransaction() const noexcept {
    const PGTransactionStatusType status = PQtransactionStatus(impl_->handle);
    return status == PQTRANS_INTRANS || status == PQTRANS_INERROR;
}

bool Connection::broken() const noexcept {
    return impl_->lost || PQstatus(impl_->handle) == CONNECTION_BAD;
}

void Connection::markBroken() noexcept {
    impl_->lost = true;
}

bool Connection::answersWithin(std::chrono::milliseconds patience) noexcept {
    const std::chrono::milliseconds usual = std::exchange(impl_->patience, patience);
    try {
        query("SELECT 1");
    } catch (...) {
        impl_->lost = true;
    }
    impl_->patience = usual;
    return !broken();
}

bool Connection::aliveWhenIdle() noexcept {
    if (broken())
        return false;
    pollfd watched{PQsocket(impl_->handle), POLLIN, 0};
    if (::poll(&watched, 1, 0) <= 0)
        return true;
    // The answer to what was sent ahead, or the server's farewell.
    if (PQconsumeInput(impl_->handle) != 1) {
        impl_->lost = true;
        return false;
    }
    if (impl_->ahead > 0) {
        try {
            impl_->drainAhead();
        } catch (const Error&) {
            impl_->lost = true;
        }
        return !broken();
    }
    watched.revents = 0;
    // A readable socket after everything was read means that the other end is closed.
    if (::poll(&watched, 1, 0) > 0)
        impl_->lost = true;
    return !broken();
}

void Connection::trimStatements() {
    if (impl_->names.size() <= MostKeptStatements || broken())
        return;
    const Statement all{"DEALLOCATE ALL", {}, false};
    pipeline({&all, 1});
    impl_->names.clear();
}

int Connection::backendPid() const noexcept {
    return PQbackendPID(impl_->handle);
}

std::size_t Connection::keptStatements() const noexcept {
    return impl_->names.size();
}

} // namespace svc::host::db
