#pragma once

#include <string_view>

namespace svc::host::api {

/// The text of openapi.yaml: the contract of the host's own routes.
std::string_view contractText();
/// The text of host.yaml: what the host itself declares, in the form of a plugin.yaml.
std::string_view manifestText();

} // namespace svc::host::api
