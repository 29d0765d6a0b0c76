#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <svc/json.hpp>

#include "host/core/outbound.hpp"

namespace svc::host::plugin {

/// `permissions.http` of plugin.yaml: whom the plugin may call.
struct HttpPermissions {
    std::vector<HttpPlace> places;
    std::vector<std::string> settings; ///< names of settings whose value is an address that may be called too
};

/// Is it a host name with at least one dot, the same with a wildcard label ("*.eu.example.com"), or "*"?
bool isPlacePattern(const std::string& host);

/// The place of an address in svc.yaml; nothing when it is not a valid address.
std::optional<HttpPlace> placeOfAddress(std::string_view address);

/// Throws std::runtime_error when the value of one of the settings is not an address.
std::vector<HttpPlace> placesOf(const HttpPermissions& declared, const Json& settings);

} // namespace svc::host::plugin
