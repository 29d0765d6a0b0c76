/// @file What a plugin may do, in sorted lines that an administrator reads and accepts before it is used:
///
///     command treasury.receive
///     emit payment.received
///     http api.acme.example:443
///     http setting baseUrl
///     job acme-pay.poll PT5M
///     route public acmeWebhook
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "host/plugin/declaration.hpp"

namespace svc::host::package {

using PermissionLines = std::vector<std::string>;

/// The lines of a plugin, from its plugin.yaml and openapi.yaml. Throws config::ConfigError when the latter
/// cannot be read.
PermissionLines permissionsOf(const plugin::Declaration& declaration);

/// SHA-256 of the lines, each ended by a line feed: what the administrator accepts.
std::string digestOf(const PermissionLines& lines);

/// The lines of `these` that `others` has not.
PermissionLines without(const PermissionLines& these, const PermissionLines& others);

/// A word of `permissionsAtMost` in a trust file: http, commands, views, hooks, subscriptions, events, jobs,
/// routes, experimental, secrets.
bool isPermissionWord(std::string_view word);
std::string permissionWords();

/// The first line that a ceiling of such words does not allow.
std::optional<std::string> aboveCeiling(const PermissionLines& lines, const std::vector<std::string>& words);

/// What an administrator accepted for a plugin.
struct Grant {
    PermissionLines lines;
    std::string digest;
    std::string who;  ///< login name
    std::string when; ///< YYYY-MM-DDThh:mm:ssZ
};

/// <folder>/<id>.yaml; nothing when there is none. Throws config::ConfigError when it is not a grant.
std::optional<Grant> readGrant(const std::filesystem::path& folder, const std::string& id);
/// Replaces it. Throws std::runtime_error.
void writeGrant(const std::filesystem::path& folder, const std::string& id, const Grant& grant);

} // namespace svc::host::package
