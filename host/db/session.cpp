#include "host/db/session.hpp"

#include "host/db/connection_string.hpp"

#include <Poco/Data/PostgreSQL/Connector.h>
#include <Poco/Data/PostgreSQL/SessionHandle.h>
#include <Poco/Data/Session.h>

#include <libpq-fe.h>
#include <mutex>
#include <utility>

namespace svc::host::db {
namespace {

std::once_flag registered;

[[noreturn]] void refuse(std::string reason) {
    while (!reason.empty() && reason.back() == '\n')
        reason.pop_back();
    Error::Fields fields;
    fields.message = std::move(reason);
    fields.sqlState = "08001";
    throw ConnectionLost(std::move(fields), false);
}

// Poco 1.11 never frees the handle of a connection that could not be made. So the server is tried first:
// connections are made rarely, and an outage with its many attempts leaks nothing.
void tryServer(const std::string& keywords) {
    PGconn* probe = PQconnectdb(keywords.c_str());
    const bool good = PQstatus(probe) == CONNECTION_OK;
    const std::string reason = good ? "" : PQerrorMessage(probe);
    PQfinish(probe);
    if (!good)
        refuse(reason);
}

} // namespace

Session::Session(const ConnectionOptions& options) {
    std::call_once(registered, [] { Poco::Data::PostgreSQL::Connector::registerConnector(); });
    const std::string keywords = connectionKeywords(options);
    tryServer(keywords);
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(options.connectTimeout).count();
    try {
        session_ = std::make_unique<Poco::Data::Session>("PostgreSQL", keywords,
                                                         static_cast<std::size_t>(seconds < 2 ? 2 : seconds));
        handle_ = *Poco::AnyCast<Poco::Data::PostgreSQL::SessionHandle*>(session_->getProperty("handle"));
    } catch (const Poco::Exception& error) {
        refuse(error.message().empty() ? error.displayText() : error.message());
    }
}

// Poco 1.11 frees the handle only of a connection that is still good.
Session::~Session() {
    PGconn* left = handle_ != nullptr && PQstatus(handle_) == CONNECTION_BAD ? handle_ : nullptr;
    session_.reset();
    PQfinish(left);
}

} // namespace svc::host::db
