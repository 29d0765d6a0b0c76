/// @file Reads the two YAML files of a plugin into the model.
#pragma once

#include <filesystem>

#include "contracts.hpp"
#include "model.hpp"
#include "yaml.hpp"

namespace svc::bindgen {

/// Reads plugin.yaml and openapi.yaml of a folder. Errors are added to `mistakes`; the result is unusable
/// when there are any.
Plugin readPlugin(const std::filesystem::path& folder, Contracts& contracts, Mistakes& mistakes);
/// Like the function above, for files that have been read already.
Plugin readPlugin(const Yaml& manifest, const Yaml& api, Contracts& contracts, Mistakes& mistakes);

} // namespace svc::bindgen
