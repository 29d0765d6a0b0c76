#include "host/app/check_config_command.hpp"

#include <iostream>
#include <stdexcept>
#include <utility>

#include "host/app/application.hpp"
#include "host/app/command_line.hpp"
#include "host/app/start_check.hpp"
#include "host/log/log.hpp"

namespace svc::host::app {
namespace {

/// Loads the plugins as the start does, and tells those that it would leave out.
std::string refusedAtStart(StartCheck check) {
    // The same reasons are told by this command, without the form of the log.
    log::setSink([](std::string_view) {});
    // A refused plugin that the service cannot do without would end the load: the others are told as well.
    for (config::PluginBlock& block : check.configuration.plugins.enabled) {
        block.required = false;
    }
    Application application(std::move(check.configuration), std::move(check.installation),
                            std::move(check.plugins));
    return textOf(application.plugins().refusals(), application.configuration());
}

/// The lines of all mistakes; empty when there are none.
std::string mistakesOf(const StartCheck& check) {
    try {
        requireGood(check);
        return {};
    } catch (const std::runtime_error& error) {
        return error.what();
    }
}

} // namespace

int checkConfigCommand(const std::vector<std::string>& words) {
    const Arguments arguments(words, {"config"}, {});
    if (arguments.rest().size() > 1) {
        throw UsageError("check-config takes one file");
    }
    try {
        StartCheck check = checkStart(arguments.rest().empty() ? arguments.option("config").value_or("")
                                                               : arguments.rest().front(),
                                      Asks::Administrator);
        const std::string file = check.configuration.file.string();
        const std::size_t enabled = check.configuration.plugins.enabled.size();
        std::cout << config::describe(check.notes);
        std::string mistakes = mistakesOf(check);
        if (mistakes.empty()) {
            mistakes = refusedAtStart(std::move(check));
        }
        if (!mistakes.empty()) {
            std::cout << mistakes;
            return 1;
        }
        std::cout << file << ": good, " << enabled << " plugins enabled\n";
        return 0;
    } catch (const std::runtime_error& error) {
        std::string text = error.what();
        std::cout << text << (text.ends_with('\n') ? "" : "\n");
        return 1;
    }
}

} // namespace svc::host::app
