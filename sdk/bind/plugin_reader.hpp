/// @file A plugin's two YAML files as the model of what is generated.
#pragma once

#include <filesystem>

#include "contracts.hpp"
#include "model.hpp"
#include "yaml.hpp"

namespace svc::bindgen {

/// Reads plugin.yaml and openapi.yaml of a folder. What is wrong is in `mistakes`; the model is of no use
/// then.
Plugin readPlugin(const std::filesystem::path& folder, Contracts& contracts, Mistakes& mistakes);
/// The same of files that are read already.
Plugin readPlugin(const Yaml& manifest, const Yaml& api, Contracts& contracts, Mistakes& mistakes);

} // namespace svc::bindgen
