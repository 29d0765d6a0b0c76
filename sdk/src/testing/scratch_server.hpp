/// @file The PostgreSQL of svc/testing/scratch_database.hpp and the connections to it.
#pragma once

#include <libpq-fe.h>
#include <map>
#include <memory>
#include <string>
#include <sys/types.h>
#include <vector>

#include <svc/testing/records.hpp>

#include "child_program.hpp"

namespace svc::testing {

/// One connection. Throws DatabaseError with the server's message.
class ScratchConnection {
public:
    explicit ScratchConnection(const std::string& parameters);
    ~ScratchConnection();
    ScratchConnection(const ScratchConnection&) = delete;
    ScratchConnection& operator=(const ScratchConnection&) = delete;

    /// Several statements without parameters.
    void script(const std::string& sql);

    /// One statement with parameters in text form.
    Result run(const Statement& statement);

    /// Commits; throws when the transaction has failed, to which PostgreSQL would answer COMMIT with
    /// ROLLBACK.
    void commit();

    /// Is the connection outside of a transaction, so that the next statement can begin one?
    bool idle() const { return ::PQtransactionStatus(connection_) == PQTRANS_IDLE; }

private:
    PGconn* connection_;
};

/// The server. One per program is enough: each test creates its own database in it.
class ScratchServer {
public:
    static ScratchServer& shared();

    ScratchServer();
    ~ScratchServer();
    ScratchServer(const ScratchServer&) = delete;
    ScratchServer& operator=(const ScratchServer&) = delete;

    /// Creates a database as a copy of the one that was kept under this key, or an empty one when the key is
    /// empty. Only its owner may create temporary tables in it.
    void makeDatabase(const std::string& name, const std::string& key);
    /// Keeps a copy of a database under a key; the database must have no connections.
    void keepDatabase(const std::string& name, const std::string& key);
    bool keeps(const std::string& key) const { return kept_.count(key) != 0; }
    void dropDatabase(const std::string& name);

    /// Connection parameters for libpq.
    std::string parameters(const std::string& user, const std::string& database) const;

private:
    void runToEnd(const std::vector<std::string>& words, const std::string& log) const;
    void waitUntilReady(const std::string& log) const;
    /// Runs statements one by one, because those about databases cannot run in a transaction.
    void administer(const std::vector<std::string>& statements);

    detail::ChildUser user_;
    std::string folder_;
    int directory_ = -1;
    pid_t server_ = 0;
    std::unique_ptr<ScratchConnection> administrator_;
    std::map<std::string, std::string> kept_; ///< names of kept databases by key
};

} // namespace svc::testing
