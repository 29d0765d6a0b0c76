#pragma once

#include <string>
#include <vector>

namespace svc::host::app {

/// `svc-host check-config [FILE]`: one line per mistake on standard output; 0 or 1.
int checkConfigCommand(const std::vector<std::string>& words);

} // namespace svc::host::app
