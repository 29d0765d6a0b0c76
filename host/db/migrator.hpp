#pragma once

#include "host/db/connection.hpp"
#include "host/db/migration_file.hpp"

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace svc::host::db {

// The migrations of one plugin, or of the host ("host", schema svc).
struct MigrationSet {
    std::string plugin;
    std::string schema;
    std::filesystem::path folder;
};

struct PendingMigration {
    std::string plugin;
    int number = 0;
    std::string name;
    Phase phase = Phase::Expand;
};

struct MigratorOptions {
    // Only files of this phase; both when empty.
    std::optional<Phase> phase;
    // The host's clock, as text that PostgreSQL reads as timestamptz.
    std::function<std::string()> now;
    // Called with a sentence for each file applied.
    std::function<void(const std::string&)> log;
    // A set that cannot be applied, or was applied by a newer version that has taken something away
    // (schema-too-new); true: go on with the others. Without it, the first failure is thrown.
    std::function<bool(const MigrationSet&, const std::string& reason)> failed;
    // For tests: called at config::StopPoints::Migration and Grants.
    std::function<void(std::string_view)> reached;
    std::chrono::milliseconds lockTimeout{2000};
    int attempts = 5;
    // How long to wait for another host that is migrating.
    std::chrono::milliseconds leaseTimeout{60000};
};

// Applies numbered SQL files as svc_owner, forward only. Errors that an administrator must act on are
// std::runtime_error whose text begins with a code: migration-changed:<plugin>:<n>,
// migration-needs-foreach-company:<plugin>:<n>, migration-failed:<plugin>:<n>, schema-too-new:<plugin>:<n>,
// migration-locked.
class Migrator {
public:
    Migrator(const Login& owner, MigratorOptions options);
    ~Migrator();

    // What apply would do, in order. Verifies the checksums of applied files. Changes nothing. Where all
    // files that those of a set replace are applied, the files that replace them count as applied.
    std::vector<PendingMigration> pending(const std::vector<MigrationSet>& sets);
    // Runs what is pending in one transaction that is rolled back: the reason of each set that would fail.
    // Files for each company or without a transaction are not run.
    std::vector<std::string> rehearse(const std::vector<MigrationSet>& sets);
    // Applies pending files, set after set in the given order (dependencies first), and grants the tables to
    // svc_app and svc_backup. Stops at a failure; committed files stay. Returns the files applied.
    std::vector<PendingMigration> apply(const std::vector<MigrationSet>& sets);

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace svc::host::db
