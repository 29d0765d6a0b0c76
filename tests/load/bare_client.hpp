#pragma once

#include <memory>
#include <string>

#include <libpq-fe.h>

namespace svc::load {

/// Sessions and answers of a client that has nothing but libpq.
using Session = std::unique_ptr<PGconn, decltype(&PQfinish)>;
using SessionResult = std::unique_ptr<PGresult, decltype(&PQclear)>;

// All throw std::runtime_error with the words of libpq.
Session connect(const std::string& text);
void execute(PGconn* connection, const std::string& sql);
/// Reads results until the pipeline is through.
void drain(PGconn* connection);

} // namespace svc::load
