#pragma once

#include "host/db/roles.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace svc::host::db {

struct EmbeddedOptions {
    // The data folder of the service; the cluster lives in its sub-folder postgres.
    std::filesystem::path dataFolder;
    std::string database = "svc";
    // Roles of plugins that the database must have.
    std::vector<std::string> pluginRoles = {};
    // The folder of initdb and postgres; searched when empty.
    std::filesystem::path binaries;
    // False only for scratch clusters of tests: a crash of the machine may then lose acknowledged writes.
    bool durable = true;
    // Called from any thread with a sentence for the log.
    std::function<void(const std::string&)> log;
};

// Why a private cluster cannot be started in the data folder, as far as that can be told without changing
// anything: PostgreSQL is not installed, its user may not enter the folder, the cluster is of another
// version.
std::optional<std::string> whyNoCluster(const std::filesystem::path& dataFolder);

// A private PostgreSQL cluster: a unix socket only, an unprivileged user, started and stopped by the host,
// restarted when it dies, and stopped by the kernel's death signal when the host is killed.
class EmbeddedServer {
public:
    // Creates the cluster when the folder is new, starts it, waits until it answers, and prepares the
    // database. Throws std::runtime_error with a sentence that says what to do.
    static std::unique_ptr<EmbeddedServer> start(EmbeddedOptions options);

    // The logins of the cluster in this folder when another process runs it; nothing when none does.
    static std::optional<Access> attach(const std::filesystem::path& dataFolder,
                                        const std::string& database = "svc");

    ~EmbeddedServer();
    EmbeddedServer(const EmbeddedServer&) = delete;
    EmbeddedServer& operator=(const EmbeddedServer&) = delete;

    const Access& access() const noexcept;
    // The cluster's superuser, for tests.
    const Login& superuser() const noexcept;
    // Fast shutdown: ends connections, writes a checkpoint, waits. Idempotent.
    void stop();
    // Process id of the postmaster; changes with a restart, 0 while it is down.
    int postmasterPid() const noexcept;
    // Number of restarts.
    std::uint64_t restarts() const noexcept;

private:
    struct Impl;
    explicit EmbeddedServer(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

} // namespace svc::host::db
