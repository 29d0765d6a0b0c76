#pragma once

#include <memory>
#include <string>

#include <libpq-fe.h>

namespace svc::load {

/// Connections and results of a client that uses only libpq.
using Session = std::unique_ptr<PGconn, decltype(&PQfinish)>;
using SessionResult = std::unique_ptr<PGresult, decltype(&PQclear)>;

// All functions throw std::runtime_error with the message of libpq.
Session connect(const std::string& text);
void execute(PGconn* connection, const std::string& sql);
/// Reads results until the pipeline is empty.
void drain(PGconn* connection);

} // namespace svc::load
