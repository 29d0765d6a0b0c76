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
    std::vector<std::string> settings; ///< whose value, an address in svc.yaml, is a place too
};

/// A name with at least one dot, the same below any one label ("*.eu.example.com"), or "*".
bool isPlacePattern(const std::string& host);

/// The place of an address that the administrator gave; nothing when it is none.
std::optional<HttpPlace> placeOfAddress(std::string_view address);

/// Throws std::runtime_error when one of the settings is no address.
std::vector<HttpPlace> placesOf(const HttpPermissions& declared, const Json& settings);

} // namespace svc::host::plugin
