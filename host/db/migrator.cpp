#include "host/db/migrator.hpp"

#include "host/config/stop_points.hpp"
#include "host/db/migration_bounds.hpp"
#include "host/db/migration_guard.hpp"
#include "host/db/quoting.hpp"
#include "host/db/roles.hpp"

#include <map>
#include <stdexcept>
#include <thread>
#include <utility>

#include <svc/company_table.hpp>

namespace svc::host::db {
namespace {

// An arbitrary fixed number for the advisory lock, which the session of the migrating host holds.
constexpr std::string_view Lock = "7310579182731";

constexpr std::string_view HostSchema = "svc";

std::string label(const MigrationSet& set, int number) {
    return set.plugin + ":" + std::to_string(number);
}

std::string searchPath(const MigrationSet& set) {
    return quoteIdentifier(set.schema) + ", pg_temp";
}

} // namespace

struct Migrator::Impl {
    struct Applied {
        std::string name;
        std::string checksum;
        bool contract = false;
    };

    Impl(const Login& owner, MigratorOptions chosen)
        : options(std::move(chosen)), connection(connect(owner)) {}

    MigratorOptions options;
    Connection connection;

    static ConnectionOptions connect(const Login& owner) {
        ConnectionOptions chosen;
        chosen.login = owner;
        chosen.applicationName = "svc-migrate";
        chosen.statementTimeout = std::chrono::milliseconds(0);
        chosen.lockTimeout = std::chrono::milliseconds(0);
        chosen.idleInTransactionTimeout = std::chrono::milliseconds(0);
        return chosen;
    }

    void log(const std::string& text) const {
        if (options.log)
            options.log(text);
    }

    void reached(std::string_view point) const {
        if (options.reached)
            options.reached(point);
    }

    bool exists(std::string_view relation) {
        return connection.query("SELECT to_regclass($1) IS NOT NULL", {relation}).text(0, 0) == "t";
    }

    void takeLock() {
        const auto deadline = std::chrono::steady_clock::now() + options.leaseTimeout;
        while (connection.query("SELECT pg_try_advisory_lock($1::bigint)", {Lock}).text(0, 0) != "t") {
            if (std::chrono::steady_clock::now() >= deadline)
                throw std::runtime_error(
                    "migration-locked: another host has been migrating for longer than " +
                    std::to_string(options.leaseTimeout.count() / 1000) + " s");
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
        }
    }

    void releaseLock() noexcept {
        try {
            connection.query("SELECT pg_advisory_unlock($1::bigint)", {Lock});
        } catch (...) {
            connection.markBroken();
        }
    }

    void createBook() {
        connection.script(
            "CREATE SCHEMA IF NOT EXISTS svc;"
            "CREATE TABLE IF NOT EXISTS svc.migration (plugin text COLLATE \"C\" NOT NULL, number integer "
            "NOT NULL,"
            " name text NOT NULL, checksum text COLLATE \"C\" NOT NULL, applied_at timestamptz NOT NULL,"
            " phase text COLLATE \"C\" NOT NULL DEFAULT 'expand', PRIMARY KEY (plugin, number));"
            "CREATE TABLE IF NOT EXISTS svc.migration_progress (plugin text COLLATE \"C\" NOT NULL,"
            " number integer NOT NULL, company uuid NOT NULL, PRIMARY KEY (plugin, number, company));"
            "COMMENT ON TABLE svc.migration IS 'Migrations applied, with the SHA-256 of their files.';"
            "COMMENT ON TABLE svc.migration_progress IS 'Companies done by a foreach-company migration that "
            "was "
            "stopped.'");
        if (connection
                .query("SELECT FROM pg_attribute WHERE attrelid = 'svc.migration'::regclass AND attname ="
                       " 'phase' AND NOT attisdropped")
                .empty())
            connection.script(
                "ALTER TABLE svc.migration ADD COLUMN phase text COLLATE \"C\" NOT NULL DEFAULT 'expand'");
        connection.script(companyTableFunctions());
    }

    std::map<int, Applied> applied(const MigrationSet& set) {
        std::map<int, Applied> found;
        if (!exists("svc.migration"))
            return found;
        // The column `phase` is missing in a database that only older hosts have opened.
        const Rows rows = connection.query("SELECT number, name, checksum, to_jsonb(m) ->> 'phase'"
                                           " FROM svc.migration m WHERE plugin = $1",
                                           {set.plugin});
        for (std::size_t i = 0; i < rows.count(); ++i)
            found[std::stoi(std::string(rows.text(i, 0)))] = {
                std::string(rows.text(i, 1)), std::string(rows.text(i, 2)), rows.cell(i, 3) == "contract"};
        return found;
    }

    // Takes away what files of the folder replace; false: nothing of it was applied. The rows stay in the
    // book, so that the version before still finds its own files applied.
    static bool takeReplaced(const MigrationSet& set, const std::vector<MigrationFile>& files,
                             std::map<int, Applied>& done) {
        bool some = false;
        std::map<int, std::string> missing;
        for (const MigrationFile& file : files)
            for (const ReplacedMigration& replaced : file.replaces) {
                const auto known = done.find(replaced.number);
                if (known != done.end() && known->second.checksum == replaced.checksum)
                    some = true;
                else
                    missing[replaced.number] = file.name;
            }
        if (!some)
            return false;
        if (!missing.empty()) {
            std::string numbers;
            for (const auto& [number, name] : missing)
                numbers += (numbers.empty() ? "" : ", ") + std::to_string(number);
            throw std::runtime_error(
                "migration-changed:" + label(set, missing.begin()->first) + ": " + missing.begin()->second +
                ".sql stands for migrations of earlier versions, of which some are applied and some are not (" +
                numbers + "): migrate with the version before this one first");
        }
        for (const MigrationFile& file : files)
            for (const ReplacedMigration& replaced : file.replaces)
                done.erase(replaced.number);
        return true;
    }

    std::vector<MigrationFile> pending(const MigrationSet& set) {
        std::map<int, Applied> done = applied(set);
        std::vector<MigrationFile> files = readMigrations(set.folder);
        const bool replaced = takeReplaced(set, files, done);
        std::vector<MigrationFile> waiting;
        for (MigrationFile& file : files) {
            const auto known = done.find(file.number);
            if (known == done.end() && replaced && !file.replaces.empty())
                continue;
            if (known == done.end()) {
                if (!options.phase || file.phase == *options.phase)
                    waiting.push_back(std::move(file));
            } else if (known->second.checksum != file.checksum) {
                throw std::runtime_error(
                    "migration-changed:" + label(set, file.number) + ": the file " + file.name +
                    ".sql is not the one that was applied; a released migration never changes");
            }
            done.erase(file.number);
        }
        // Expansions by a newer version are compatible with this one; contractions are not.
        for (const auto& [number, entry] : done)
            if (entry.contract)
                throw std::runtime_error("schema-too-new:" + label(set, number) + ": a newer version of " +
                                         set.plugin + " has taken away what this one needs (" + entry.name +
                                         "): install that version, or a newer one");
        return waiting;
    }

    // Runs inside the migration's transaction, or by itself after a migration without transaction.
    std::string recordScript(const MigrationSet& set, const MigrationFile& file) const {
        return "INSERT INTO svc.migration (plugin, number, name, checksum, applied_at, phase) VALUES (" +
               quoteLiteral(set.plugin) + ", " + std::to_string(file.number) + ", " +
               quoteLiteral(file.name) + ", " + quoteLiteral(file.checksum) + ", " +
               quoteLiteral(options.now()) +
               (file.phase == Phase::Contract ? ", 'contract');" : ", 'expand');");
    }

    std::string beginScript(const MigrationSet& set) const {
        return "BEGIN; SET LOCAL lock_timeout = " + std::to_string(options.lockTimeout.count()) +
               "; SET LOCAL search_path = " + searchPath(set) + ";";
    }

    // A plugin's script must not change objects of the host or of other plugins; the host's script may change
    // all.
    void runWithinBounds(const MigrationSet& set, const std::string& sql) {
        if (set.schema == HostSchema) {
            connection.script(sql);
            return;
        }
        const MigrationBounds bounds(connection, set.schema);
        connection.script(sql);
        if (const auto outside = bounds.crossed())
            throw std::runtime_error("it changes " + *outside + ", but may change its own schema alone (" +
                                     set.schema + ")");
    }

    // The script is sent as a separate message between BEGIN and COMMIT, so that error positions match the
    // file.
    void runInTransaction(const MigrationSet& set, const std::string& binding, const std::string& sql,
                          const std::string& record) {
        connection.script(beginScript(set) + binding);
        try {
            runWithinBounds(set, sql);
            reached(config::StopPoints::Migration);
            connection.script("RESET search_path;" + record + "COMMIT");
        } catch (...) {
            if (!connection.broken())
                connection.script("ROLLBACK");
            throw;
        }
    }

    void runForeachCompany(const MigrationSet& set, const MigrationFile& file) {
        const std::string number = std::to_string(file.number);
        if (exists("svc.company")) {
            const Rows companies = connection.query(
                "SELECT company_id FROM svc.company c WHERE NOT EXISTS (SELECT FROM svc.migration_progress p "
                "WHERE "
                "p.plugin = $1 AND p.number = $2::integer AND p.company = c.company_id) ORDER BY company_id",
                {set.plugin, number});
            for (std::size_t i = 0; i < companies.count(); ++i) {
                const std::string company = quoteLiteral(companies.text(i, 0));
                runInTransaction(set, "SET LOCAL svc.company = " + company + ";", file.sql,
                                 "INSERT INTO svc.migration_progress VALUES (" + quoteLiteral(set.plugin) +
                                     ", " + number + ", " + company + ");");
            }
        }
        connection.script("BEGIN;" + recordScript(set, file) +
                          "DELETE FROM svc.migration_progress WHERE plugin = " + quoteLiteral(set.plugin) +
                          " AND number = " + number + "; COMMIT");
    }

    // An interrupted CREATE INDEX CONCURRENTLY leaves an invalid index, which is maintained but never used.
    bool dropInvalidIndexes(const MigrationSet& set) {
        const Rows rows = connection.query("SELECT quote_ident(n.nspname) || '.' || quote_ident(c.relname) "
                                           "FROM pg_index i JOIN pg_class c ON c.oid = "
                                           "i.indexrelid JOIN pg_namespace n ON n.oid = c.relnamespace WHERE "
                                           "NOT i.indisvalid AND n.nspname = $1 AND "
                                           "c.relkind = 'i'",
                                           {set.schema});
        for (std::size_t i = 0; i < rows.count(); ++i)
            connection.script("DROP INDEX CONCURRENTLY " + std::string(rows.text(i, 0)));
        return !rows.empty();
    }

    void runWithoutTransaction(const MigrationSet& set, const MigrationFile& file) {
        if (splitStatements(file.sql).size() != 1)
            throw std::runtime_error("a migration with transaction=off must have exactly one statement");
        connection.script("SET lock_timeout = " + std::to_string(options.lockTimeout.count()) +
                          "; SET search_path = " + searchPath(set));
        dropInvalidIndexes(set);
        connection.script(file.sql);
        if (dropInvalidIndexes(set)) {
            connection.script(file.sql);
            if (dropInvalidIndexes(set))
                throw std::runtime_error("an index stays invalid");
        }
        connection.script("RESET search_path; SET lock_timeout = 0");
        connection.script(recordScript(set, file));
    }

    void runOnce(const MigrationSet& set, const MigrationFile& file) {
        if (!file.transaction)
            runWithoutTransaction(set, file);
        else if (file.foreachCompany)
            runForeachCompany(set, file);
        else
            runInTransaction(set, {}, file.sql, recordScript(set, file));
    }

    std::string blockers(const MigrationSet& set) {
        const Rows rows = connection.query("SELECT DISTINCT a.pid, left(a.query, 200) FROM pg_locks l JOIN "
                                           "pg_class c ON c.oid = l.relation JOIN "
                                           "pg_namespace n ON n.oid = c.relnamespace JOIN pg_stat_activity a "
                                           "ON a.pid = l.pid WHERE n.nspname = $1 "
                                           "AND l.granted AND a.pid <> pg_backend_pid()",
                                           {set.schema});
        std::string text;
        for (std::size_t i = 0; i < rows.count() && i < 3; ++i)
            text += std::string(i == 0 ? "; held by process " : ", ") + std::string(rows.text(i, 0)) + ": " +
                    std::string(rows.cell(i, 1).value_or(""));
        return text;
    }

    void checkData(const MigrationSet& set, const MigrationFile& file) {
        if (file.transaction && !file.foreachCompany)
            if (const auto table = dataChangeOfCompanyTable(connection, set.schema, file.sql))
                throw std::runtime_error(
                    "migration-needs-foreach-company:" + label(set, file.number) +
                    ": it changes rows of the company table " + *table +
                    ", which row-level security hides; add the line -- svc: foreach-company");
    }

    // All sets run in the one transaction of the rehearsal.
    void rehearse(const MigrationSet& set) {
        connection.script("CREATE SCHEMA IF NOT EXISTS svc;" + companyTableFunctions() +
                          "CREATE SCHEMA IF NOT EXISTS " + quoteIdentifier(set.schema) +
                          "; SET LOCAL search_path = " + searchPath(set));
        for (const MigrationFile& file : pending(set)) {
            checkData(set, file);
            if (!file.transaction || file.foreachCompany)
                continue;
            try {
                runWithinBounds(set, file.sql);
            } catch (const std::runtime_error& error) {
                throw std::runtime_error("migration-failed:" + label(set, file.number) + ": " + error.what());
            }
        }
        connection.script("RESET search_path");
    }

    void applySet(const MigrationSet& set, std::vector<PendingMigration>& done) {
        const std::vector<MigrationFile> files = pending(set);
        if (!files.empty())
            connection.script("CREATE SCHEMA IF NOT EXISTS " + quoteIdentifier(set.schema));
        else if (lacksGrants(set))
            grant(set);
        for (const MigrationFile& file : files) {
            run(set, file);
            reached(config::StopPoints::Grants);
            grant(set);
            log("migration " + label(set, file.number) + " " + file.name + " applied");
            done.push_back({set.plugin, file.number, file.name, file.phase});
        }
    }

    void run(const MigrationSet& set, const MigrationFile& file) {
        checkData(set, file);
        auto pause = std::chrono::milliseconds(200);
        for (int attempt = 1;; ++attempt) {
            const std::string what = "migration-failed:" + label(set, file.number) + ": ";
            try {
                runOnce(set, file);
                return;
            } catch (const Error& error) {
                const bool again = error.timedOut() || error.retryable();
                if (!again || connection.broken())
                    throw std::runtime_error(what + error.what());
                const std::string holders = blockers(set);
                if (attempt >= options.attempts)
                    throw std::runtime_error(what + "no lock after " + std::to_string(attempt) + " attempts" +
                                             holders + " (" + error.message() + ")");
                log("migration " + label(set, file.number) + " waits for a lock" + holders);
            } catch (const std::runtime_error& error) {
                throw std::runtime_error(what + error.what());
            }
            std::this_thread::sleep_for(pause);
            pause *= 2;
        }
    }

    // A host that was stopped between a migration and its grants leaves tables without grants.
    bool lacksGrants(const MigrationSet& set) {
        return !connection
                    .query("SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE "
                           "n.nspname = $1 "
                           "AND NOT c.relispartition AND ((c.relkind IN ('r', 'p', 'v') AND NOT "
                           "has_table_privilege($2, c.oid, 'SELECT')) OR (c.relkind = 'S' AND NOT "
                           "has_sequence_privilege($2, c.oid, 'USAGE'))) LIMIT 1",
                           {set.schema, AppRole})
                    .empty();
    }

    void grant(const MigrationSet& set) {
        const std::string schema = quoteIdentifier(set.schema);
        const std::string app(AppRole);
        const std::string backup(BackupRole);
        std::string script = "BEGIN; GRANT USAGE ON SCHEMA " + schema + " TO " + app + ", " + backup +
                             "; GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA " + schema +
                             " TO " + app + "; GRANT USAGE ON ALL SEQUENCES IN SCHEMA " + schema + " TO " +
                             app + "; GRANT SELECT ON ALL TABLES IN SCHEMA " + schema + " TO " + backup +
                             "; GRANT SELECT ON ALL SEQUENCES IN SCHEMA " + schema + " TO " + backup + ";";
        if (set.schema == HostSchema)
            script +=
                "REVOKE INSERT, UPDATE, DELETE ON svc.migration, svc.migration_progress FROM " + app +
                // The journal with its partitions and the history are append-only: nobody may update or
                // delete their rows.
                ";DO $$ DECLARE name regclass; BEGIN FOR name IN SELECT c.oid FROM pg_class c WHERE c.oid IN"
                " (to_regclass('svc.event'), to_regclass('svc.history')) OR EXISTS (SELECT FROM pg_inherits i"
                " WHERE i.inhrelid = c.oid AND i.inhparent = to_regclass('svc.event'))"
                " LOOP EXECUTE format('REVOKE UPDATE, DELETE, TRUNCATE ON %s FROM " +
                app + "', name); END LOOP; END $$;";
        connection.script(script + "COMMIT");
    }
};

Migrator::Migrator(const Login& owner, MigratorOptions options)
    : impl_(std::make_unique<Impl>(owner, std::move(options))) {
    if (!impl_->options.now)
        throw std::invalid_argument("a migrator needs a clock");
}

Migrator::~Migrator() = default;

std::vector<PendingMigration> Migrator::pending(const std::vector<MigrationSet>& sets) {
    std::vector<PendingMigration> all;
    for (const MigrationSet& set : sets) {
        try {
            for (const MigrationFile& file : impl_->pending(set))
                all.push_back({set.plugin, file.number, file.name, file.phase});
        } catch (const std::runtime_error& error) {
            const auto& failed = impl_->options.failed;
            if (impl_->connection.broken() || !failed || !failed(set, error.what()))
                throw;
        }
    }
    return all;
}

std::vector<std::string> Migrator::rehearse(const std::vector<MigrationSet>& sets) {
    std::vector<std::string> reasons;
    Connection& connection = impl_->connection;
    connection.script("BEGIN; SET LOCAL lock_timeout = " +
                      std::to_string(impl_->options.lockTimeout.count()));
    impl_->createBook();
    for (const MigrationSet& set : sets) {
        connection.script("SAVEPOINT before");
        try {
            impl_->rehearse(set);
        } catch (const std::runtime_error& error) {
            if (connection.broken())
                throw;
            connection.script("ROLLBACK TO SAVEPOINT before");
            reasons.emplace_back(error.what());
        }
    }
    connection.script("ROLLBACK");
    return reasons;
}

std::vector<PendingMigration> Migrator::apply(const std::vector<MigrationSet>& sets) {
    struct Unlock {
        Impl& impl;
        ~Unlock() { impl.releaseLock(); }
    };
    impl_->takeLock();
    const Unlock unlock{*impl_};
    impl_->createBook();
    std::vector<PendingMigration> done;
    for (const MigrationSet& set : sets) {
        try {
            impl_->applySet(set, done);
        } catch (const std::runtime_error& error) {
            const auto& failed = impl_->options.failed;
            if (impl_->connection.broken() || !failed || !failed(set, error.what()))
                throw;
        }
    }
    return done;
}

} // namespace svc::host::db
