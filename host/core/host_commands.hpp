#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace svc::host {

/// Commands that the host itself offers to plugins. The catalogue lists them as commands of the plugin
/// "host"; this list is used before the catalogue is filled, when the requirements of plugins are checked.
inline constexpr std::array<std::string_view, 18> HostCommands = {
    "archive.attachments", // host/api/attachment_archive.hpp
    "attachments.keep",    // host/api/attachment_store.hpp
    "attachments.part",    "attachments.read",
    "company.owners",     // host/api/security_notices.hpp
    "events.listens",     // host/core/event_listeners.hpp
    "host.account",       // host/core/provider_accounts.hpp
    "host.address",       // of the service, as clients see it
    "host.commands",      // lists the commands of an area
    "host.contributions", // host/plugin/console_block.hpp
    "host.count",         // counts an occurrence for the metrics
    "host.sent",          // lists the outgoing calls of a plugin in this unit of work
    "mail.deliver",       // host/mail/outbox.hpp
    "mail.queue",         // host/mail/outbox.hpp
    "number.ask",         // host/core/asked_numbers.hpp
    "public.link",        // host/core/public_links.hpp
    "secrets.sign",       // host/auth/secret_commands.hpp
    "secrets.verify",
};

/// Names that begin like this may belong to the host as well as to modules: each of them writes its part of
/// the archive of a period.
inline constexpr std::string_view SharedArea = "archive.";

inline bool isHostCommand(std::string_view name) {
    return std::find(HostCommands.begin(), HostCommands.end(), name) != HostCommands.end();
}

} // namespace svc::host
