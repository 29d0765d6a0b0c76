#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace svc::host::db {

// The unprivileged user that PostgreSQL runs as: the host's user when the host itself is unprivileged.
struct ClusterUser {
    uid_t uid = 0;
    gid_t gid = 0;
    std::string name;
    bool switches = false; // the host is root and drops its privileges before it runs the program
};

// The user postgres, else nobody, when the host is root; otherwise the host's user.
ClusterUser clusterUser();

// The first folder on the way to (and including) this one that the user may not enter; empty when there is
// none.
std::filesystem::path firstForbiddenFolder(const ClusterUser& user, const std::filesystem::path& folder);

struct Program {
    std::vector<std::string> arguments; // the first is the path
    std::filesystem::path workingFolder;
    std::filesystem::path logFile; // stdout and stderr, appended
    int deathSignal = 0;           // sent by the kernel when the calling thread ends
};

// Starts the program as the user, with a small environment, no inherited files and a session of its own.
// Returns its process id; throws std::system_error.
pid_t startProgram(const ClusterUser& user, const Program& program);

// Waits until the process ends; returns its exit status, or 128 + signal.
int waitForProgram(pid_t pid);

// The last lines of a log, for messages.
std::string lastLines(const std::filesystem::path& file, std::size_t count);

} // namespace svc::host::db
