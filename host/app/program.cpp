#include "host/app/program.hpp"

#include <algorithm>
#include <exception>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include <sys/resource.h>

#include "host/app/command_line.hpp"
#include "host/app/commands.hpp"
#include "host/log/log.hpp"
#include "host/plugin/library.hpp"

namespace svc::host::app {
namespace {

int run(const std::vector<std::string>& words) {
    const bool asksFirst = words.empty() || words.front() == "help";
    if (asksFirst || std::any_of(words.begin(), words.end(), isHelp)) {
        std::cout << helpAbout({words.begin() + (words.empty() || !asksFirst ? 0 : 1), words.end()});
        return 0;
    }
    // A child process of the host itself, which shows no help.
    if (words.size() > 2 && words[0] == "plugins" && words[1] == plugin::ProbeInChild) {
        return plugin::probeHere({words.begin() + 2, words.end()});
    }
    const auto [command, rest] = findCommand(words);
    if (command->name != "serve") {
        // The output of a command is for programs that read it.
        log::setSink([](std::string_view line) { std::cerr << line << '\n'; });
    }
    try {
        return command->run(rest);
    } catch (const UsageError& error) {
        throw UsageError(error.what() + (" (svc-host " + std::string(command->name) + " --help)"));
    }
}

/// Disables core files, because the memory of a command holds the master key and decrypted secrets. The limit
/// does not apply when the kernel pipes the dump to a program (core(5)), so coredump_filter leaves all memory
/// out of such a dump.
void leaveNoCore() {
    const rlimit none{0, 0};
    ::setrlimit(RLIMIT_CORE, &none);
    std::ofstream("/proc/self/coredump_filter") << 0;
}

} // namespace

int runProgram(int count, char** words) {
    leaveNoCore();
    try {
        return run(std::vector<std::string>(words + 1, words + count));
    } catch (const UsageError& error) {
        const std::string text = error.what();
        std::cerr << "svc-host: " << text
                  << (text.find("--help") == std::string::npos ? " (svc-host --help)\n" : "\n");
        return 2;
    } catch (const std::exception& error) {
        std::string text = error.what();
        text += text.ends_with('\n') ? "" : "\n"; // several mistakes are lines that end already
        std::cerr << "svc-host: " << text;
        return 1;
    }
}

} // namespace svc::host::app
