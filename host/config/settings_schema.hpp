#pragma once

#include "host/config/mistake.hpp"
#include "host/config/yaml_document.hpp"

#include <svc/json.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace svc::host::config {

/// Checks a value of a YAML file against a JSON Schema and names every mistake with its line. `key` is the
/// path of the value (`plugins.enabled.sales`), `file` the file, both for messages.
///
/// Understood: type, properties, required, additionalProperties, items, enum, const, minimum, maximum,
/// exclusiveMinimum, exclusiveMaximum, minLength, maxLength, pattern, minItems, maxItems, uniqueItems, format
/// (date, email, uri, currency, country), and as mere notes title, description, default, examples, $comment,
/// deprecated and every `x-…`.
std::vector<Mistake> checkAgainstSchema(const YamlNode& value, const Json& schema, const std::string& file,
                                        const std::string& key);

/// Is it a value of the keyword `type`?
bool isSchemaType(std::string_view name);
inline constexpr const char* SchemaTypes = "null, boolean, integer, number, string, array or object";

/// Reports what checkAgainstSchema does not support in the schema itself, and keyword values and defaults
/// that it cannot use: otherwise their author would trust a check that never happens. `key` is the path of
/// the schema.
std::vector<Mistake> mistakesOfSchema(const YamlNode& schema, const std::string& file,
                                      const std::string& key);

/// Adds the `default` of each absent property to `settings`, at all levels.
Json withDefaults(Json settings, const Json& schema);

} // namespace svc::host::config
