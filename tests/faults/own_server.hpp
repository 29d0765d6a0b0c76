#pragma once

#include <memory>
#include <unistd.h>

#include "host/db/embedded.hpp"
#include "support/running_service.hpp"

namespace svc::test {

/// A separate database server, which the test starts and stops.
class OwnServer {
public:
    OwnServer()
        : folder_(std::filesystem::temp_directory_path() / ("svc-own-" + std::to_string(::getpid()))) {
        start();
    }
    ~OwnServer() {
        server_.reset();
        std::error_code ignored;
        std::filesystem::remove_all(folder_, ignored);
    }
    OwnServer(const OwnServer&) = delete;
    OwnServer& operator=(const OwnServer&) = delete;

    void start() {
        host::db::EmbeddedOptions options;
        options.dataFolder = folder_;
        options.database = "shop";
        server_ = host::db::EmbeddedServer::start(options);
    }
    void stop() { server_.reset(); }
    std::string url() const { return server_->superuser().connectionString; }
    std::string socket() const { return folder_ / "postgres" / "run" / ".s.PGSQL.5432"; }
    const std::filesystem::path& folder() const { return folder_; }

private:
    std::filesystem::path folder_;
    std::unique_ptr<host::db::EmbeddedServer> server_;
};

/// Options for a service on this database. The test clock is off, because the host refuses it there.
inline ServiceOptions onServer(const std::string& url) {
    ServiceOptions options;
    options.database = url;
    options.clock = false;
    return options;
}

} // namespace svc::test
