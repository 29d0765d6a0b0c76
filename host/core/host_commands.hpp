#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace svc::host {

/// Commands that the host itself offers to plugins. They stand in the catalogue beside those of plugins, of
/// the plugin "host"; this list is for the time before the catalogue is filled, when requirements are
/// compared.
inline constexpr std::array<std::string_view, 17> HostCommands = {
    "archive.attachments", // host/api/attachment_archive.hpp
    "attachments.keep",    // host/api/attachment_store.hpp
    "attachments.part",    "attachments.read",
    "company.owners", // host/api/security_notices.hpp
    "events.listens", // host/core/event_listeners.hpp
    "host.account",   // host/core/provider_accounts.hpp
    "host.address",   // of the service, as clients see it
    "host.commands",  // which commands of an area there are
    "host.count",     // an occurrence, for the metrics
    "host.sent",      // what a plugin has sent to others in this unit of work
    "mail.deliver",   // host/mail/outbox.hpp
    "mail.queue",     // the same
    "number.ask",     // host/core/asked_numbers.hpp
    "public.link",    // host/core/public_links.hpp
    "secrets.sign",   // host/auth/secret_commands.hpp
    "secrets.verify",
};

/// Parts of the archive of a period come from the host and from modules.
inline constexpr std::string_view SharedArea = "archive.";

inline bool isHostCommand(std::string_view name) {
    return std::find(HostCommands.begin(), HostCommands.end(), name) != HostCommands.end();
}

} // namespace svc::host
