#pragma once

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <string>
#include <sys/types.h>
#include <vector>

namespace svc::test {

/// How often a test repeats its fault: SVC_FAULT_ROUNDS, or `usual`, which every run of the tests can afford.
inline int faultRounds(int usual) {
    const char* wanted = std::getenv("SVC_FAULT_ROUNDS");
    const int rounds = wanted == nullptr ? 0 : std::atoi(wanted);
    return rounds > 0 ? rounds : usual;
}

/// Sends SIGKILL to a process and its children at once, so that none of them continues without the others.
inline void killWithChildren(pid_t parent) {
    std::ifstream file("/proc/" + std::to_string(parent) + "/task/" + std::to_string(parent) + "/children");
    std::vector<pid_t> all{parent};
    for (pid_t child = 0; file >> child;) {
        all.push_back(child);
    }
    for (const pid_t process : all) {
        ::kill(process, SIGKILL);
    }
}

} // namespace svc::test
