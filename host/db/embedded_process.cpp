#include "host/db/embedded_process.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <deque>
#include <fcntl.h>
#include <fstream>
#include <grp.h>
#include <pwd.h>
#include <stdexcept>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

namespace svc::host::db {
namespace {

ClusterUser lookUp(const passwd& entry, bool switches) {
    return {entry.pw_uid, entry.pw_gid, entry.pw_name, switches};
}

// Only in a child with one thread, so the plain system calls are enough: glibc's wrappers would signal other
// threads.
bool becomeUser(const ClusterUser& user) noexcept {
    if (!user.switches)
        return true;
    return ::syscall(SYS_setgroups, 0, nullptr) == 0 &&
           ::syscall(SYS_setresgid, user.gid, user.gid, user.gid) == 0 &&
           ::syscall(SYS_setresuid, user.uid, user.uid, user.uid) == 0;
}

// Between fork and exec in a program with threads, only async-signal-safe functions may be called.
[[noreturn]] void runChild(const ClusterUser& user, char* const* arguments, char* const* environment,
                           const char* folder, const char* log, int deathSignal, pid_t parent,
                           int report) noexcept {
    const auto fail = [report] {
        const int reason = errno;
        [[maybe_unused]] const ssize_t written = ::write(report, &reason, sizeof reason);
        ::_exit(127);
    };
    for (int signal = 1; signal < 32; ++signal)
        ::signal(signal, SIG_DFL);
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    // A session of its own, so that Ctrl-C in the terminal reaches only the host, which then stops PostgreSQL
    // in order.
    ::setsid();
    ::umask(0077);
    if (!becomeUser(user))
        fail();
    // Changing the user clears the death signal, so it is set afterwards; the parent may have ended by then.
    if (deathSignal != 0) {
        ::prctl(PR_SET_PDEATHSIG, static_cast<unsigned long>(deathSignal), 0, 0, 0);
        if (::getppid() != parent)
            ::_exit(127);
    }
    const int in = ::open("/dev/null", O_RDONLY);
    const int out = ::open(log, O_WRONLY | O_CREAT | O_APPEND, 0600);
    if (in < 0 || out < 0 || ::dup2(in, 0) < 0 || ::dup2(out, 1) < 0 || ::dup2(out, 2) < 0 ||
        ::chdir(folder) != 0)
        fail();
    // The host's open files must not be inherited by PostgreSQL. The report pipe is closed by exec.
    if (report > 3)
        ::syscall(SYS_close_range, 3U, static_cast<unsigned>(report) - 1U, 0U);
    ::syscall(SYS_close_range, static_cast<unsigned>(report) + 1U, ~0U, 0U);
    ::execve(arguments[0], arguments, environment);
    fail();
    ::_exit(127);
}

} // namespace

ClusterUser clusterUser() {
    std::array<char, 4096> buffer{};
    passwd entry{};
    passwd* found = nullptr;
    const uid_t self = ::geteuid();
    if (self != 0) {
        if (::getpwuid_r(self, &entry, buffer.data(), buffer.size(), &found) == 0 && found != nullptr)
            return lookUp(entry, false);
        return {self, ::getegid(), std::to_string(self), false};
    }
    for (const char* name : {"postgres", "nobody"})
        if (::getpwnam_r(name, &entry, buffer.data(), buffer.size(), &found) == 0 && found != nullptr)
            return lookUp(entry, true);
    throw std::runtime_error(
        "PostgreSQL refuses to run as root and there is neither a user postgres nor nobody; "
        "create one, or name a database server in the configuration (database: postgresql://…)");
}

std::filesystem::path firstForbiddenFolder(const ClusterUser& user, const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> way;
    std::filesystem::path current;
    for (const std::filesystem::path& part : folder) {
        current /= part;
        if (way.size() < 250)
            way.push_back(current);
    }
    const pid_t pid = ::fork();
    if (pid < 0)
        throw std::system_error(errno, std::generic_category(), "fork");
    if (pid == 0) {
        if (!becomeUser(user))
            ::_exit(254);
        for (std::size_t i = 0; i < way.size(); ++i)
            if (::chdir(way[i].c_str()) != 0)
                ::_exit(static_cast<int>(i) + 1);
        ::_exit(0);
    }
    const int status = waitForProgram(pid);
    if (status == 0)
        return {};
    if (status == 254)
        throw std::runtime_error("the rights of the user " + user.name + " cannot be taken");
    return way.at(static_cast<std::size_t>(status) - 1);
}

pid_t startProgram(const ClusterUser& user, const Program& program) {
    std::vector<char*> arguments;
    for (const std::string& argument : program.arguments)
        arguments.push_back(const_cast<char*>(argument.c_str()));
    arguments.push_back(nullptr);
    std::array<std::string, 4> texts = {"PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8", "TZ=UTC",
                                        "HOME=" + program.workingFolder.string()};
    std::array<char*, 5> environment{};
    for (std::size_t i = 0; i < texts.size(); ++i)
        environment[i] = texts[i].data();
    const std::string folder = program.workingFolder.string();
    const std::string log = program.logFile.string();

    std::array<int, 2> report{};
    if (::pipe2(report.data(), O_CLOEXEC) != 0)
        throw std::system_error(errno, std::generic_category(), "pipe");
    const pid_t parent = ::getpid();
    const pid_t pid = ::fork();
    if (pid == 0)
        runChild(user, arguments.data(), environment.data(), folder.c_str(), log.c_str(), program.deathSignal,
                 parent, report[1]);
    const int forkError = errno;
    ::close(report[1]);
    int reason = 0;
    ssize_t got = 0;
    if (pid > 0)
        do
            got = ::read(report[0], &reason, sizeof reason);
        while (got < 0 && errno == EINTR);
    ::close(report[0]);
    if (pid < 0)
        throw std::system_error(forkError, std::generic_category(), "fork");
    if (got == static_cast<ssize_t>(sizeof reason)) {
        waitForProgram(pid);
        throw std::system_error(reason, std::generic_category(),
                                program.arguments.front() + " could not be started as " + user.name);
    }
    return pid;
}

int waitForProgram(pid_t pid) {
    int status = 0;
    while (::waitpid(pid, &status, 0) < 0)
        if (errno != EINTR)
            return 127;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

std::string lastLines(const std::filesystem::path& file, std::size_t count) {
    std::ifstream stream(file);
    std::deque<std::string> lines;
    for (std::string line; std::getline(stream, line);) {
        lines.push_back(line);
        if (lines.size() > count)
            lines.pop_front();
    }
    std::string text;
    for (const std::string& line : lines)
        text += (text.empty() ? "" : " | ") + line;
    return text;
}

} // namespace svc::host::db
