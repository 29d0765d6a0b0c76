#include "support/database_reader.hpp"

#include <stdexcept>
#include <utility>

#include <libpq-fe.h>

namespace svc::test {
namespace {

std::vector<std::string> textsOf(const PGresult* result) {
    std::vector<std::string> rows;
    for (int row = 0; row < PQntuples(result); ++row) {
        std::string text;
        for (int column = 0; column < PQnfields(result); ++column) {
            text += (column == 0 ? "" : "|") + std::string(PQgetvalue(result, row, column));
        }
        rows.push_back(std::move(text));
    }
    return rows;
}

} // namespace

void DatabaseReader::Free::operator()(pg_conn* connection) const {
    PQfinish(connection);
}

void DatabaseReader::Free::operator()(pg_result* result) const {
    PQclear(result);
}

DatabaseReader::DatabaseReader(std::function<std::string()> address) : address_(std::move(address)) {}

DatabaseReader::~DatabaseReader() = default;

std::vector<std::string> DatabaseReader::rows(const std::string& statement) {
    const std::lock_guard lock(mutex_);
    connect();
    return read(statement);
}

std::vector<std::string> DatabaseReader::rowsOfOneSnapshot(const std::vector<std::string>& statements) {
    const std::lock_guard lock(mutex_);
    connect();
    run("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY");
    std::vector<std::string> all;
    for (const std::string& statement : statements) {
        for (std::string& row : read(statement)) {
            all.push_back(std::move(row));
        }
    }
    run("COMMIT");
    return all;
}

void DatabaseReader::connect() {
    // libpq notices that the server has ended only when a statement is sent.
    if (connection_ && Result(PQexec(connection_.get(), "")) &&
        PQstatus(connection_.get()) == CONNECTION_OK) {
        return;
    }
    prepared_.clear();
    connection_.reset(PQconnectdb(address_().c_str()));
    if (PQstatus(connection_.get()) != CONNECTION_OK) {
        throw std::runtime_error(giveUp());
    }
}

void DatabaseReader::run(const std::string& command) {
    check(PQexec(connection_.get(), command.c_str()), PGRES_COMMAND_OK);
}

const std::string& DatabaseReader::prepared(const std::string& statement) {
    const auto known = prepared_.find(statement);
    if (known != prepared_.end()) {
        return known->second;
    }
    const std::string name = "statement_" + std::to_string(prepared_.size());
    check(PQprepare(connection_.get(), name.c_str(), statement.c_str(), 0, nullptr), PGRES_COMMAND_OK);
    return prepared_.emplace(statement, name).first->second;
}

std::vector<std::string> DatabaseReader::read(const std::string& statement) {
    const std::string& name = prepared(statement);
    const Result result = check(
        PQexecPrepared(connection_.get(), name.c_str(), 0, nullptr, nullptr, nullptr, 0), PGRES_TUPLES_OK);
    return textsOf(result.get());
}

DatabaseReader::Result DatabaseReader::check(pg_result* given, int wanted) {
    Result result(given);
    if (PQresultStatus(given) != wanted) {
        throw std::runtime_error(giveUp());
    }
    return result;
}

std::string DatabaseReader::giveUp() {
    std::string words = PQerrorMessage(connection_.get());
    connection_.reset();
    return words;
}

} // namespace svc::test
