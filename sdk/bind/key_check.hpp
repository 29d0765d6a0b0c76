#pragma once

#include "yaml.hpp"

namespace svc::bindgen {

/// Reports each key of a plugin.yaml that nobody reads, with the known key that was probably meant.
void checkPluginKeys(const Yaml& manifest, Mistakes& mistakes);

/// The same of an openapi.yaml: keys and `x-…` that neither svc-bind nor the host reads.
void checkApiKeys(const Yaml& api, Mistakes& mistakes);

} // namespace svc::bindgen
