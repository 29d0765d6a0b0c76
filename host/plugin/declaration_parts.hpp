#pragma once

#include <string>

#include "host/plugin/declaration.hpp"
#include "host/plugin/declaration_reader.hpp"

namespace svc::host::plugin {

/// What the plugin offers to others: commands, scopes, events, codes, numbers, identifiers.
void readSurface(DeclarationReader& reader, const config::YamlNode& root, Declaration& declaration);

/// The settings of companies that only this plugin knows.
void readCompanySettings(DeclarationReader& reader, const config::YamlNode& root, Declaration& declaration);

/// Reports unknown keywords and types in the schema of a command or a job.
void checkSchema(DeclarationReader& reader, const config::YamlNode& schema, const std::string& path);

} // namespace svc::host::plugin
