#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace svc::host::app {

/// A command of svc-host.
struct Command {
    std::string_view name; ///< one or two words: `serve`, `plugins list`
    int (*run)(
        const std::vector<std::string>& words); ///< gets the words after the name, returns the exit code
    std::string_view arguments;                 ///< as they are typed
    std::string_view summary;                   ///< half a line
    std::string_view more;    ///< what it does, and each argument; lines without a line end at the last
    std::string_view example; ///< lines of a shell
};

/// All commands in the order of the help.
const std::vector<Command>& commands();

/// The command that the words begin with, and the words after its name. Throws UsageError when there is none.
std::pair<const Command*, std::vector<std::string>> findCommand(const std::vector<std::string>& words);

/// `--help` or `-h`.
bool isHelp(const std::string& word);
/// The help about all commands.
std::string overview();
/// The help about the commands whose names begin with these words: one, or those of a group (`plugins`).
/// Throws UsageError when there is none.
std::string helpAbout(const std::vector<std::string>& words);

} // namespace svc::host::app
