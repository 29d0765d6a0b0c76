#pragma once

#include <string>
#include <vector>

namespace svc::host::app {

/// `svc-host serve`: runs until SIGTERM or SIGINT, drains, returns 0.
int serveCommand(const std::vector<std::string>& words);

/// `svc-host migrate [--dry-run] [--phase expand|contract]`
int migrateCommand(const std::vector<std::string>& words);

/// `svc-host openapi`: the document on standard output.
int openapiCommand(const std::vector<std::string>& words);

} // namespace svc::host::app
