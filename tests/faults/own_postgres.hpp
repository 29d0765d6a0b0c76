#pragma once

#include <csignal>
#include <stdexcept>
#include <string>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include "faults/rounds.hpp"
#include "host/db/embedded_cluster.hpp"
#include "host/db/embedded_process.hpp"

namespace svc::test {

/// A PostgreSQL server without a supervisor: it stays down after it is killed. A primary or a standby.
class OwnPostgres {
public:
    /// Creates `folder`; the server listens on a socket in it.
    explicit OwnPostgres(std::filesystem::path folder) : folder_(std::move(folder)) {
        std::filesystem::create_directories(folder_);
        if (user_.switches && ::chown(folder_.c_str(), user_.uid, user_.gid) != 0) {
            throw std::runtime_error("cannot give away " + folder_.string());
        }
    }
    ~OwnPostgres() {
        if (pid_ != 0) {
            ::kill(pid_, SIGQUIT);
            host::db::waitForProgram(pid_);
        }
        std::error_code ignored;
        std::filesystem::remove_all(folder_, ignored);
    }
    OwnPostgres(const OwnPostgres&) = delete;
    OwnPostgres& operator=(const OwnPostgres&) = delete;

    void create() {
        run({"initdb", "-D", data(), "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C"});
    }
    void copyOf(const OwnPostgres& primary) {
        run({"pg_basebackup", "-h", primary.folder_, "-U", "postgres", "-D", data(), "-R", "-X", "stream",
             "-c", "fast"});
    }
    void start() {
        pid_ = host::db::startProgram(user_, {{program("postgres"), "-D", data(), "-k", folder_, "-c",
                                               "listen_addresses=", "-c", "max_connections=60"},
                                              folder_,
                                              folder_ / "log",
                                              SIGQUIT});
        for (int i = 0; i < 300; ++i) {
            if (tryRun({"pg_isready", "-q", "-h", folder_, "-U", "postgres"}) == 0) {
                return;
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
        }
        throw std::runtime_error("PostgreSQL does not start:\n" + host::db::lastLines(folder_ / "log", 20));
    }
    void sql(const std::string& statement, const std::string& database = "postgres") {
        run({"psql", "-q", "-v", "ON_ERROR_STOP=1", "-h", folder_, "-U", "postgres", "-d", database, "-c",
             statement});
    }
    /// Removes the data of a dead server, so that copyOf() can follow.
    void discard() { std::filesystem::remove_all(data()); }
    void promote() { run({"pg_ctl", "promote", "-w", "-D", data()}); }
    /// Kills the server with all its processes.
    void kill() {
        killWithChildren(pid_);
        host::db::waitForProgram(pid_);
        pid_ = 0;
    }
    /// The folder of its socket.
    std::string folder() const { return folder_; }

private:
    std::string data() const { return folder_ / "data"; }
    static std::string program(const std::string& name) { return host::db::findBinaries() / name; }
    int tryRun(std::vector<std::string> words) const {
        words.front() = program(words.front());
        return host::db::waitForProgram(
            host::db::startProgram(user_, {std::move(words), folder_, folder_ / "log"}));
    }
    void run(const std::vector<std::string>& words) const {
        if (tryRun(words) != 0) {
            throw std::runtime_error(words.front() + " failed:\n" + host::db::lastLines(folder_ / "log", 20));
        }
    }

    std::filesystem::path folder_;
    host::db::ClusterUser user_ = host::db::clusterUser();
    pid_t pid_ = 0;
};

} // namespace svc::test
