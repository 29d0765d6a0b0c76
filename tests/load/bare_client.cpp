#include "bare_client.hpp"

#include <stdexcept>

namespace svc::load {
namespace {

bool isGood(const PGresult* result) {
    const ExecStatusType status = PQresultStatus(result);
    return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
}

} // namespace

Session connect(const std::string& text) {
    Session session(PQconnectdb(text.c_str()), &PQfinish);
    if (PQstatus(session.get()) != CONNECTION_OK) {
        throw std::runtime_error(PQerrorMessage(session.get()));
    }
    return session;
}

void execute(PGconn* connection, const std::string& sql) {
    const SessionResult result(PQexec(connection, sql.c_str()), &PQclear);
    if (!isGood(result.get())) {
        throw std::runtime_error(PQerrorMessage(connection));
    }
}

void drain(PGconn* connection) {
    for (;;) {
        const SessionResult result(PQgetResult(connection), &PQclear);
        if (PQresultStatus(result.get()) == PGRES_PIPELINE_SYNC) {
            return;
        }
        if (result && !isGood(result.get())) {
            throw std::runtime_error(PQerrorMessage(connection));
        }
    }
}

} // namespace svc::load
