#pragma once

#include "host/db/connection.hpp"

#include <memory>

struct pg_conn;

namespace Poco::Data::PostgreSQL {
class SessionHandle;
}

namespace svc::host::db {

// Poco's handle of a session, which owns the connection, and the libpq handle inside it.
class Session {
public:
    // Throws ConnectionLost with the server's reason.
    explicit Session(const ConnectionOptions& options);
    ~Session();
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    pg_conn* handle() const noexcept { return handle_; }

private:
    void close() noexcept;

    std::unique_ptr<Poco::Data::PostgreSQL::SessionHandle> session_;
    pg_conn* handle_ = nullptr;
};

} // namespace svc::host::db
