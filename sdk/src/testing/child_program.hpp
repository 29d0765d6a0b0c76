/// @file Starts a program as a user without privileges.
#pragma once

#include <string>
#include <sys/types.h>
#include <unistd.h>
#include <vector>

namespace svc::testing::detail {

/// The user that runs PostgreSQL: the current one, or `postgres` or `nobody` when the test runs as root,
/// which PostgreSQL refuses.
struct ChildUser {
    uid_t uid = ::geteuid();
    gid_t gid = ::getegid();
    bool switches = false;

    static ChildUser find();
    bool become() const noexcept;
};

/// Starts the program `words` in `folder` with its output in `log`; it is killed when this program ends.
pid_t startChild(const ChildUser& user, const std::vector<std::string>& words, const std::string& folder,
                 const std::string& log);

/// The exit code, or 128 plus the signal number.
int waitForChild(pid_t child);

/// May the user enter this folder?
bool mayEnter(const ChildUser& user, const std::string& folder);

} // namespace svc::testing::detail
