#include "host/db/connection.hpp"

#include "host/db/connection_wire.hpp"

#include <algorithm>
#include <chrono>
#include <libpq-fe.h>
#include <poll.h>
#include <stdexcept>
#include <utility>

namespace svc::host::db {
namespace {

constexpr std::size_t MostKeptStatements = 1000;

} // namespace

Connection::Connection(const ConnectionOptions& options) : impl_(std::make_unique<Impl>(options)) {
    impl_->setUp(options);
    // With off, which an administrator may have set for speed, COMMIT would return before the data is on
    // disk.
    const Statement show{"SHOW synchronous_commit", {}, Keep::Never};
    const Statement turnOn{"SET synchronous_commit = on", {}, Keep::Never};
    if (pipeline({&show, 1}).front().text(0, 0) == "off")
        pipeline({&turnOn, 1});
}

Connection::~Connection() = default;

std::vector<Rows> Connection::pipeline(std::span<const Statement> statements) {
    send(statements);
    return receive();
}

void Connection::send(std::span<const Statement> statements) {
    if (statements.empty())
        return;
    const std::string_view first = statements.front().sql;
    if (impl_->lost)
        impl_->fail(first, false);
    for (const Statement& statement : statements)
        for (const Param& param : statement.params)
            if (param && param->find('\0') != std::string_view::npos)
                throw std::invalid_argument("a text with a zero byte cannot be stored");
    impl_->drainAhead();
    std::vector<Impl::Sent> sent = impl_->named(statements);
    for (const Impl::Sent& one : sent)
        impl_->sendOne(one);
    impl_->sync(first);
    impl_->awaited.reserve(sent.size());
    for (Impl::Sent& one : sent)
        impl_->awaited.push_back(
            {one.statement->sql, one.prepares, std::move(one.name), one.statement->keep});
}

std::vector<Rows> Connection::receive() {
    const std::vector<Impl::Awaited> awaited = std::exchange(impl_->awaited, {});
    std::vector<Rows> rows;
    if (awaited.empty())
        return rows;
    const std::string_view first = awaited.front().sql;
    const bool commitSent = std::any_of(awaited.begin(), awaited.end(),
                                        [](const Impl::Awaited& one) { return isCommit(one.sql); });
    rows.reserve(awaited.size());
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
    for (const Impl::Awaited& one : awaited) {
        if (one.prepares && take(one.sql)) {
            impl_->names.emplace(one.sql, one.name);
            impl_->keptOfMany += one.keep == Keep::OneOfMany ? 1 : 0;
        }
        if (std::shared_ptr<PGresult> result = take(one.sql))
            rows.emplace_back(std::move(result));
    }
    impl_->readSync(first, commitSent && !failure);
    if (failure)
        impl_->raise(failure.get(), failed, commitSent);
    for (std::size_t i = 0; i < awaited.size(); ++i) {
        if (isCommit(awaited[i].sql) && rows[i].tag() != "COMMIT") {
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
    const Statement statement{sql, params, Keep::Never};
    impl_->sendOne({&statement, false, {}});
    impl_->sync(sql);
    // In a pipeline, single-row mode can be set only when the statement's result has become the current one.
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
        // Reading the remaining rows could take long: the connection is closed instead.
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
    const Statement statement{sql, {}, Keep::Never};
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

void Connection::expectAnswersWithin(std::chrono::milliseconds longest) noexcept {
    impl_->patience = longest.count() > 0 ? longest + Silence : std::chrono::milliseconds(0);
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
    // Data has arrived: answers to statements sent ahead, or the server's message that it ends the
    // connection.
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
    const Statement all{"DEALLOCATE ALL", {}, Keep::Never};
    pipeline({&all, 1});
    impl_->names.clear();
    impl_->keptOfMany = 0;
}

int Connection::backendPid() const noexcept {
    return PQbackendPID(impl_->handle);
}

std::size_t Connection::keptStatements() const noexcept {
    return impl_->names.size();
}

} // namespace svc::host::db
