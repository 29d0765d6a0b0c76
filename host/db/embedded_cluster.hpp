#pragma once

#include "host/db/embedded_process.hpp"
#include "host/db/roles.hpp"

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace svc::host::db {

// The files of a private cluster, and what is done with them while no server runs on it.
class Cluster {
public:
    Cluster(const std::filesystem::path& dataFolder, std::filesystem::path binaries, bool durable,
            std::function<void(const std::string&)> log);
    ~Cluster();
    Cluster(const Cluster&) = delete;
    Cluster& operator=(const Cluster&) = delete;

    // Creates the folders, checks that the user may enter them, and locks the folder for this process.
    void prepareFolders();
    // Stops a server that a killed host has left, and removes the files that a killed server has left.
    void clearRemains();
    // initdb when the folder is new; refuses a folder of another major version.
    void initialise();
    // The command that starts the server in the foreground.
    Program serverProgram() const;

    // The server of this cluster, 0 when none runs. ready: it accepts connections.
    pid_t runningServer() const;
    bool ready() const;

    // A login on the socket. A folder whose path is too long for a socket is reached through a file
    // descriptor that stays open as long as the process.
    Login login(const std::string& role, const std::string& database) const;

    const ClusterUser& user() const noexcept { return user_; }
    const std::filesystem::path& logFile() const noexcept { return logFile_; }
    void log(const std::string& text) const;

private:
    void makeFolder(const std::filesystem::path& folder) const;
    void checkWay() const;
    void removeStaleFiles() const;
    std::vector<pid_t> processes() const;

    std::filesystem::path dataFolder_;
    std::filesystem::path binaries_;
    bool durable_;
    std::function<void(const std::string&)> log_;
    ClusterUser user_;
    std::filesystem::path home_;   // <data>/postgres
    std::filesystem::path files_;  // <data>/postgres/data
    std::filesystem::path socket_; // <data>/postgres/run
    std::filesystem::path logFile_;
    int lock_ = -1;
};

// The folder of initdb and postgres of version 15; throws with a sentence that names the package.
std::filesystem::path findBinaries();

} // namespace svc::host::db
