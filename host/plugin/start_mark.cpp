#include "host/plugin/start_mark.hpp"

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

namespace svc::host::plugin {
namespace {

// Name of the plugin that is being started, else null. Atomic, so that a signal handler may read it.
std::atomic<const char*> starting{nullptr};

void say(const char* text) {
    if (::write(STDERR_FILENO, text, std::strlen(text)) < 0) {
        return; // standard error is closed
    }
}

void tell(const char* what) {
    if (const char* const plugin = starting.exchange(nullptr)) {
        say("svc-host: plugin ");
        say(plugin);
        say(what);
        say(". Remove it from plugins.enabled, or install another version of it\n");
    }
}

void onSignal(int signal) {
    tell(signal == SIGABRT ? " ended the process in its start (abort)"
                           : " ended the process in its start (crash)");
    // Raises the signal again with its default action, so that exit code and core file are those of the
    // signal.
    ::signal(signal, SIG_DFL);
    ::raise(signal);
}

void onExit() {
    tell(" ended the process in its start (exit)");
}

} // namespace

StartMark::StartMark(const std::string& plugin) : name_(plugin) {
    static const int registered = std::atexit(onExit);
    static_cast<void>(registered);
    starting = name_.c_str();
    struct sigaction action {};
    action.sa_handler = onSignal;
    for (std::size_t i = 0; i < Signals.size(); ++i) {
        ::sigaction(Signals[i], &action, &before_[i]);
    }
}

StartMark::~StartMark() {
    starting = nullptr;
    for (std::size_t i = 0; i < Signals.size(); ++i) {
        ::sigaction(Signals[i], &before_[i], nullptr);
    }
}

} // namespace svc::host::plugin
