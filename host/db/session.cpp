#include "host/db/session.hpp"

#include "host/db/connection_string.hpp"

#include <Poco/Data/DataException.h>
#include <Poco/Data/PostgreSQL/SessionHandle.h>

#include <libpq-fe.h>
#include <utility>

namespace svc::host::db {
namespace {

[[noreturn]] void refuse(std::string reason) {
    while (!reason.empty() && reason.back() == '\n')
        reason.pop_back();
    Error::Fields fields;
    fields.message = std::move(reason);
    fields.sqlState = "08001";
    throw ConnectionLost(std::move(fields), false);
}

} // namespace

Session::Session(const ConnectionOptions& options)
    : session_(std::make_unique<Poco::Data::PostgreSQL::SessionHandle>()) {
    try {
        session_->connect(connectionKeywords(options));
        handle_ = *session_;
    } catch (const Poco::Exception& error) {
        handle_ = *session_;
        const std::string reason = handle_ != nullptr && PQerrorMessage(handle_)[0] != '\0'
                                       ? PQerrorMessage(handle_)
                                       : error.displayText();
        close();
        refuse(reason);
    }
}

Session::~Session() {
    close();
}

// Poco 1.11 frees only connections that are in good state, neither failed nor lost ones.
void Session::close() noexcept {
    PGconn* left = handle_ != nullptr && PQstatus(handle_) == CONNECTION_BAD ? handle_ : nullptr;
    session_.reset();
    PQfinish(left);
}

} // namespace svc::host::db
