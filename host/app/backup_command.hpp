#pragma once

#include <string>
#include <vector>

namespace svc::host::app {

/// `svc-host backup DIR`; 3 when DIR is there already.
int backupCommand(const std::vector<std::string>& words);

} // namespace svc::host::app
