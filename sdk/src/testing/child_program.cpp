#include "child_program.hpp"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <stdexcept>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>

namespace svc::testing::detail {

ChildUser ChildUser::find() {
    ChildUser user;
    if (user.uid != 0) {
        return user;
    }
    for (const char* name : {"postgres", "nobody"}) {
        if (const passwd* const entry = ::getpwnam(name)) {
            return {entry->pw_uid, entry->pw_gid, true};
        }
    }
    throw std::runtime_error("PostgreSQL refuses to run as root, and there is no user postgres nor nobody");
}

bool ChildUser::become() const noexcept {
    return !switches || (::setgroups(0, nullptr) == 0 && ::setgid(gid) == 0 && ::setuid(uid) == 0);
}

pid_t startChild(const ChildUser& user, const std::vector<std::string>& words, const std::string& folder,
                 const std::string& log) {
    std::vector<char*> arguments;
    arguments.reserve(words.size() + 1);
    for (const std::string& word : words) {
        arguments.push_back(const_cast<char*>(word.c_str()));
    }
    arguments.push_back(nullptr);
    const std::string home = "HOME=" + folder;
    std::string path = "PATH=/usr/bin:/bin";
    std::string locale = "LC_ALL=C.UTF-8";
    std::string zone = "TZ=UTC";
    char* environment[] = {path.data(), locale.data(), zone.data(), const_cast<char*>(home.c_str()), nullptr};
    const pid_t parent = ::getpid();
    const pid_t child = ::fork();
    if (child < 0) {
        throw std::runtime_error("no process could be made for " + words.front());
    }
    if (child > 0) {
        return child;
    }
    // After fork, a multi-threaded program may only call async-signal-safe functions until exec.
    ::setsid();
    const int out = ::open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    const int in = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (out < 0 || in < 0 || ::dup2(in, 0) < 0 || ::dup2(out, 1) < 0 || ::dup2(out, 2) < 0 ||
        !user.become() || ::chdir(folder.c_str()) != 0) {
        ::_exit(126);
    }
    // Set after the change of user, which resets it. PostgreSQL shuts down immediately on SIGQUIT.
    ::prctl(PR_SET_PDEATHSIG, SIGQUIT);
    if (::getppid() != parent) {
        ::_exit(125);
    }
    ::execve(arguments[0], arguments.data(), environment);
    ::_exit(127);
}

int waitForChild(pid_t child) {
    int status = 0;
    while (::waitpid(child, &status, 0) < 0) {
        if (errno != EINTR) {
            return 255;
        }
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

bool mayEnter(const ChildUser& user, const std::string& folder) {
    const pid_t child = ::fork();
    if (child == 0) {
        ::_exit(user.become() && ::chdir(folder.c_str()) == 0 ? 0 : 1);
    }
    return child > 0 && waitForChild(child) == 0;
}

} // namespace svc::testing::detail
