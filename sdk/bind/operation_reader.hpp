/// @file The operations of openapi.yaml.
#pragma once

#include "model.hpp"
#include "schema_reader.hpp"
#include "yaml.hpp"

namespace svc::bindgen {

/// Adds the operations of a contract to the model.
void readOperations(const Yaml& api, SchemaReader& schemas, Plugin& plugin, Mistakes& mistakes);

} // namespace svc::bindgen
