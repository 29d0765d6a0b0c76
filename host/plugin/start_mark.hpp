#pragma once

#include <array>
#include <csignal>
#include <string>

namespace svc::host::plugin {

/// During its lifetime, when the process ends, it reports on standard error which plugin was being started:
/// after a crash in the plugin's code, or a call of exit(). Only one may exist at a time.
class StartMark {
public:
    explicit StartMark(const std::string& plugin);
    ~StartMark();
    StartMark(const StartMark&) = delete;
    StartMark& operator=(const StartMark&) = delete;

    static constexpr std::array<int, 5> Signals = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

private:
    std::string name_;
    std::array<struct sigaction, Signals.size()> before_{};
};

} // namespace svc::host::plugin
