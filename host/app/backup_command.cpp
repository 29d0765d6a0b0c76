#include "host/app/backup_command.hpp"

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <numeric>
#include <stdexcept>
#include <sys/stat.h>
#include <system_error>

#include "host/app/command_line.hpp"
#include "host/app/database.hpp"
#include "host/app/installation.hpp"
#include "host/app/plugin_commands.hpp"
#include "host/core/clock.hpp"
#include "host/core/durable_file.hpp"
#include "host/core/sha256.hpp"
#include "host/db/archive_rows.hpp"
#include "host/db/client_programs.hpp"
#include "host/db/connection.hpp"
#include "host/db/error.hpp"
#include "host/plugin/plugin_set.hpp"

namespace svc::host::app {
namespace {

namespace fs = std::filesystem;

/// A folder that is removed again unless it is kept.
class NewFolder {
public:
    explicit NewFolder(fs::path path) : path_(std::move(path)) {
        std::error_code failure;
        if (!fs::create_directory(path_, failure)) {
            throw std::runtime_error(
                path_.string() +
                (failure
                     ? " cannot be made: " + failure.message()
                     : " is there: another backup is being made, or one was interrupted; then remove it"));
        }
    }
    ~NewFolder() {
        std::error_code ignored;
        if (!kept_) {
            fs::remove_all(path_, ignored);
        }
    }
    NewFolder(const NewFolder&) = delete;
    NewFolder& operator=(const NewFolder&) = delete;

    const fs::path& path() const { return path_; }
    void keepAs(const fs::path& name) {
        flushPath(path_);
        fs::rename(path_, name);
        kept_ = true;
        flushPath(name.parent_path());
    }

private:
    fs::path path_;
    bool kept_ = false;
};

/// One view of the whole database, which another session can share.
class SharedSnapshot {
public:
    explicit SharedSnapshot(const db::Login& login) : connection_(readerOptions(login, "svc-backup")) {
        requireAllRows();
        connection_.script("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
        id_ = connection_.query("SELECT pg_export_snapshot()").text(0, 0);
    }

    const std::string& id() const { return id_; }

    /// The tables stay locked against changes of the schema until the snapshot ends.
    db::TableRows countRows() {
        const db::Rows tables = connection_.query(
            "SELECT format('%I.%I', n.nspname, c.relname) FROM pg_class c JOIN pg_namespace n ON n.oid = "
            "c.relnamespace WHERE c.relkind = 'r' AND c.relpersistence <> 't' AND n.nspname !~ '^pg_' AND "
            "n.nspname <> 'information_schema' ORDER BY 1");
        db::TableRows rows;
        for (std::size_t i = 0; i < tables.count(); ++i) {
            const std::string table(tables.text(i, 0));
            const std::string count = "SELECT count(*) FROM " + table;
            const db::Statement statement{count, {}, db::Keep::Never};
            rows[table] = std::stoull(std::string(connection_.pipeline({&statement, 1}).front().text(0, 0)));
        }
        return rows;
    }

private:
    void requireAllRows() {
        const db::Rows role = connection_.query(
            "SELECT rolname, rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user");
        if (role.text(0, 1) != "t") {
            const std::string name(role.text(0, 0));
            throw std::runtime_error(
                "the role " + name +
                " may not bypass row-level security, so that it would not see all rows; let a "
                "superuser run: ALTER ROLE " +
                name + " BYPASSRLS");
        }
    }

    db::Connection connection_;
    std::string id_;
};

db::TableRows rowsOfArchive(const fs::path& archive) {
    db::ArchiveRows rows;
    db::runClientProgram("pg_restore", {"--data-only", "--file=-", archive.string()}, nullptr,
                         [&rows](std::string_view piece) { rows.read(piece); });
    return rows.tables();
}

/// What the administrator needs to know of the backup: which plugins to install before a restore, and what
/// must be in the database after it.
Json contentsOf(const config::Config& configuration, const fs::path& archive, const db::TableRows& tables) {
    Json plugins = Json::array();
    const plugin::PluginSet found = Installation::find(configuration).discover();
    for (const config::PluginBlock& block : configuration.plugins.enabled) {
        if (const auto plugin = found.found().find(block.id); plugin != found.found().end()) {
            plugins.push(Json::object({{"id", block.id},
                                       {"version", plugin->second.version},
                                       {"librarySha256", sha256OfFile(plugin->second.library)}}));
        }
    }
    Json rows = Json::object();
    for (const auto& [table, count] : tables) {
        rows.set(table, count);
    }
    return Json::object({{"madeAt", Clock().now().toString()},
                         {"database", Json::object({{"file", archive.filename().string()},
                                                    {"sha256", sha256OfFile(archive)}})},
                         {"plugins", plugins},
                         {"rows", rows}});
}

void writeFile(const fs::path& file, const std::string& text) {
    if (!(std::ofstream(file) << text << std::flush)) {
        throw std::runtime_error(file.string() + " cannot be written");
    }
    flushPath(file);
}

} // namespace

int backupCommand(const std::vector<std::string>& words) {
    const Arguments arguments(words, {"config"}, {});
    if (arguments.rest().size() != 1 || arguments.rest().front().empty()) {
        throw UsageError("backup takes the folder to make");
    }
    fs::path folder = fs::absolute(arguments.rest().front()).lexically_normal();
    folder = folder.has_filename() ? folder : folder.parent_path();
    if (fs::exists(fs::symlink_status(folder))) {
        std::cerr << "svc-host: refused: " << folder.string() << " is there already: name a new folder\n";
        return 3;
    }
    const config::Config configuration = loadConfiguration(arguments.option("config").value_or(""));
    requireData(configuration);
    ::umask(S_IRWXG | S_IRWXO);
    NewFolder unfinished(folder.string() + ".unfinished");
    const fs::path archive = unfinished.path() / "database.dump";
    const Database database = Database::open(configuration, true, {});
    database.requireSchema();
    const db::Login& login = database.access().backup;
    db::TableRows rows;
    {
        SharedSnapshot snapshot(login);
        rows = snapshot.countRows();
        db::runClientProgram("pg_dump",
                             {"--format=custom", "--snapshot=" + snapshot.id(), "--file=" + archive.string()},
                             &login);
    }
    if (const std::string difference = db::differenceOf(rows, rowsOfArchive(archive)); !difference.empty()) {
        throw std::runtime_error("the archive is not whole: " + difference);
    }
    db::runClientProgram(
        "pg_dumpall",
        {"--roles-only", "--no-role-passwords", "--file=" + (unfinished.path() / "roles.sql").string()},
        &login);
    writeFile(unfinished.path() / "contents.json", contentsOf(configuration, archive, rows).dump() + '\n');
    const std::uintmax_t size = fs::file_size(archive);
    unfinished.keepAs(folder);
    std::cout << folder.string() << ": " << rows.size() << " tables, "
              << std::accumulate(rows.begin(), rows.end(), std::uint64_t{0},
                                 [](std::uint64_t sum, const auto& table) { return sum + table.second; })
              << " rows, " << size << " bytes; the master key is not in it: keep that elsewhere\n";
    return 0;
}

} // namespace svc::host::app
