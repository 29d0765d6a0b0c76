#pragma once

#include "host/db/embedded.hpp"
#include "host/db/migrator.hpp"
#include "host/db/pool.hpp"
#include "host/db/quoting.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>
#include <sys/stat.h>
#include <utility>
#include <vector>

namespace svc::host::db::testing {

// A folder of its own under the system's temporary folder that PostgreSQL's user may enter; removed at the
// end.
class ScratchFolder {
public:
    ScratchFolder() {
        std::string name = (std::filesystem::temp_directory_path() / "svc-scratch-XXXXXX").string();
        if (::mkdtemp(name.data()) == nullptr)
            throw std::runtime_error("cannot make a scratch folder");
        ::chmod(name.c_str(), 0711);
        path_ = name;
    }
    ~ScratchFolder() {
        std::error_code error;
        std::filesystem::remove_all(path_, error);
    }
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;

    const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

// A fast private cluster for tests (about two seconds to make; not durable). Make one per test program, and
// let each test use its own company.
//
//     ScratchCluster cluster;
//     cluster.migrate();                              // the tables of schema svc
//     cluster.migrate("stock", "plugins/stock/migrations");
//     Pool& pool = cluster.pool();                    // as svc_app
class ScratchCluster {
public:
    ScratchCluster() {
        EmbeddedOptions options;
        options.dataFolder = folder_.path();
        options.durable = false;
        server_ = EmbeddedServer::start(std::move(options));
        pool_ = makePool(8); // connects when first used
    }
    // The pool first: its connections end before the server does.
    ~ScratchCluster() {
        pool_.reset();
        server_.reset();
    }
    ScratchCluster(const ScratchCluster&) = delete;
    ScratchCluster& operator=(const ScratchCluster&) = delete;

    // Applies the host's migrations; finds the folder from this header's place in the tree.
    void migrate() { migrateFolder("host", "svc", sourceTree() / "host" / "migrations"); }
    // Applies a plugin's migrations from a folder of the tree; the schema has the name of the plugin.
    void migrate(const std::string& plugin, const std::filesystem::path& folder) {
        migrateFolder(plugin, plugin, sourceTree() / folder);
    }
    void migrateFolder(const std::string& plugin, const std::string& schema,
                       const std::filesystem::path& folder) {
        MigratorOptions options;
        options.now = [] { return std::string("2026-11-20 09:00:00+00"); };
        Migrator(server_->access().owner, options).apply({{plugin, schema, folder}});
    }

    // Creates a company and its clock row, with only the columns that the constraints require.
    void createCompany(const std::string& companyId, const std::string& slug) {
        Connection connection(optionsFor(server_->access().owner));
        connection.query(
            "INSERT INTO svc.company (company_id, slug, name, country, currency, time_zone, language, "
            "created_at, updated_at) VALUES ($1, $2, $2, 'FR', 'EUR', 'Europe/Paris', 'fr', "
            "'2026-11-20 09:00:00+00', '2026-11-20 09:00:00+00')",
            {companyId, slug});
        connection.script("BEGIN; SET LOCAL svc.company = " + quoteLiteral(companyId) +
                          "; INSERT INTO svc.company_clock (company_id) VALUES (" + quoteLiteral(companyId) +
                          "); COMMIT");
    }

    Pool& pool() { return *pool_; }
    std::unique_ptr<Pool> makePool(std::size_t size) const {
        PoolOptions options;
        options.connection = optionsFor(server_->access().app);
        options.size = size;
        return std::make_unique<Pool>(options);
    }

    static ConnectionOptions optionsFor(const Login& login) {
        ConnectionOptions options;
        options.login = login;
        return options;
    }

    EmbeddedServer& server() { return *server_; }
    const Access& access() const { return server_->access(); }
    const Login& superuser() const { return server_->superuser(); }
    const std::filesystem::path& folder() const { return folder_.path(); }

    static std::filesystem::path sourceTree() { return SVC_SOURCE_TREE; }

private:
    ScratchFolder folder_;
    std::unique_ptr<EmbeddedServer> server_;
    std::unique_ptr<Pool> pool_;
};

// Writes a file of a migration folder made by a test.
inline void writeFile(const std::filesystem::path& file, const std::string& text) {
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
}

} // namespace svc::host::db::testing
