#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <thread>

#include <gtest/gtest.h>
#include <libpq-fe.h>

#include <svc/id.hpp>

#include "host/db/embedded.hpp"
#include "support/running_service.hpp"

namespace svc::test {

/// A connection of the owner of the tables, bound to a company.
class Owner {
public:
    Owner(RunningService& service, const std::string& company)
        : connection_(
              PQconnectdb(
                  host::db::EmbeddedServer::attach(service.dataFolder())->owner.connectionString.c_str()),
              &PQfinish) {
        run("SET svc.company = '" + decodeId("com", company)->toString() + "'");
    }
    /// Runs statements; returns the first value of the last one, or "".
    std::string run(const std::string& sql) {
        const std::unique_ptr<PGresult, decltype(&PQclear)> result(PQexec(connection_.get(), sql.c_str()),
                                                                   &PQclear);
        const auto status = PQresultStatus(result.get());
        EXPECT_TRUE(status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK)
            << PQerrorMessage(connection_.get());
        return PQntuples(result.get()) == 0 ? "" : PQgetvalue(result.get(), 0, 0);
    }
    /// Returns once another transaction waits for a row, or after ten seconds.
    void awaitWaiting() {
        for (int tries = 0; tries < 1000; ++tries) {
            if (run("SELECT count(*) FROM pg_locks WHERE NOT granted AND locktype IN ('transactionid', "
                    "'tuple')") != "0") {
                break;
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
    }

private:
    std::unique_ptr<PGconn, decltype(&PQfinish)> connection_;
};

} // namespace svc::test
