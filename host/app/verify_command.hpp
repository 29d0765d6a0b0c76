#pragma once

#include <string>
#include <vector>

namespace svc::host::app {

/// `svc-host verify [--company ID]`: checks what must hold for the data, beside a running service or without
/// one. A line for each violation on standard output; 0 when there is none, else 1.
int verifyCommand(const std::vector<std::string>& words);

} // namespace svc::host::app
