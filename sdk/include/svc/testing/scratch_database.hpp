/// @file A private PostgreSQL server for tests: created in a temporary folder by the first test, removed when
/// the program ends.
///
/// It needs the programs of PostgreSQL 15 or later: those in SVC_POSTGRES_BIN, else the newest below
/// /usr/lib/postgresql. The folder is created in TMPDIR, else in /tmp.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <svc/id.hpp>
#include <svc/testing/records.hpp>

namespace svc {
struct ListDeclaration;
}

namespace svc::testing {

class ScratchConnection;
class ScratchServer;
class ScratchSessions;

/// A new database with the roles and restrictions of the real one: svc_owner creates the tables; svc_app runs
/// the plugin's statements bound to one company and cannot bind another. Each set of migrations and lists is
/// applied once per program; later databases with the same set are copies.
class ScratchDatabase {
public:
    ScratchDatabase();
    ~ScratchDatabase();
    ScratchDatabase(const ScratchDatabase&) = delete;
    ScratchDatabase& operator=(const ScratchDatabase&) = delete;

    /// Applies the numbered *.sql files of a folder as the service does; does nothing when the folder does
    /// not exist.
    void migrate(const std::string& schema, const std::string& folder);

    /// Creates the tables and triggers of declared lists. Recorded changes are never folded into counters.
    void declare(const std::vector<ListDeclaration>& lists);

    /// A transaction of the plugin, bound to its company. It must end before the database is destroyed.
    std::unique_ptr<Transaction> begin(const Uuid& company);

    /// Runs a statement of the test itself, which sees all companies.
    Result run(const std::string& sql, std::vector<std::optional<std::string>> parameters = {});

private:
    /// Applies the step with this key, unless a copy with this step exists.
    void step(const std::string& key, const std::function<void(ScratchConnection& owner)>& apply);
    void make();
    /// Marks the database as used by a test: only unused databases are copied.
    void use();

    ScratchServer& server_;
    std::string name_;
    std::unique_ptr<ScratchSessions> sessions_; ///< connections of svc_app
    std::unique_ptr<ScratchConnection> superuser_;
    std::string done_; ///< keys of the steps so far; selects the database to copy
    bool made_ = false;
    bool used_ = false;
};

} // namespace svc::testing
