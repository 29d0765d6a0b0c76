#pragma once

#include <string>
#include <vector>

namespace svc::host::app {

/// `svc-host verify [--company ID]`: checks the invariants of the data, with or without a running service.
/// Prints a line for each violation on standard output; returns 0 when there is none, else 1.
int verifyCommand(const std::vector<std::string>& words);

} // namespace svc::host::app
