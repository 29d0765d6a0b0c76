#pragma once

#include <string>
#include <vector>

namespace svc::host::app {

/// `svc-host company create`: prints the JSON of first-run.json for a new company.
int createCompanyCommand(const std::vector<std::string>& words);

} // namespace svc::host::app
