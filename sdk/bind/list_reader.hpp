/// @file Reads `lists` of plugin.yaml and compares them with the operations of openapi.yaml.
#pragma once

#include "model.hpp"
#include "yaml.hpp"

namespace svc::bindgen {

/// Adds the lists that name an operation to `plugin`, whose operations have been read.
void readLists(const Yaml& manifest, Plugin& plugin, Mistakes& mistakes);

} // namespace svc::bindgen
