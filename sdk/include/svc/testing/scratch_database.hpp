/// @file A private PostgreSQL for tests: made in a temporary folder when the first test asks, gone with the
/// program.
///
/// It needs the programs of PostgreSQL 15 or later: those in SVC_POSTGRES_BIN, else the newest of
/// /usr/lib/postgresql. The folder is made in TMPDIR, else in /tmp.
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

/// A fresh database with the roles and the restrictions of the real one: svc_owner makes the tables, svc_app
/// runs the plugin's statements bound to one company, and cannot bind another. What migrations and lists make
/// is made once in a program; later databases with the same ones are copies.
class ScratchDatabase {
public:
    ScratchDatabase();
    ~ScratchDatabase();
    ScratchDatabase(const ScratchDatabase&) = delete;
    ScratchDatabase& operator=(const ScratchDatabase&) = delete;

    /// Applies the numbered *.sql files of a folder as the service does; a folder that is not there has none.
    void migrate(const std::string& schema, const std::string& folder);

    /// Makes the triggers of declared lists, and what they write to. Nothing folds what they note.
    void declare(const std::vector<ListDeclaration>& lists);

    /// A transaction of the plugin, bound to its company. It ends before the database does.
    std::unique_ptr<Transaction> begin(const Uuid& company);

    /// A statement of the test itself: it sees all companies.
    Result run(const std::string& sql, std::vector<std::optional<std::string>> parameters = {});

private:
    /// Does what has this key to the database, unless there is a copy to which it was done.
    void step(const std::string& key, const std::function<void(ScratchConnection& owner)>& apply);
    void make();
    /// A test reads or writes it now: copies are made of untouched ones only.
    void use();

    ScratchServer& server_;
    std::string name_;
    std::unique_ptr<ScratchSessions> sessions_; ///< of svc_app
    std::unique_ptr<ScratchConnection> superuser_;
    std::string done_; ///< the steps so far; a database that is not made yet will be a copy with them
    bool made_ = false;
    bool used_ = false;
};

} // namespace svc::testing
